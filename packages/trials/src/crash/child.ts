import { startSandbox } from "@depthwire/sandbox";
import type { JournalStep } from "@depthwire/sandbox/internal";
import type { ChildOrders, ChildReport } from "./child-orders.js";

/** What this process is to do stands in its one argument. */
const orders = JSON.parse(process.argv[2] ?? "{}") as ChildOrders;

let met = 0;

/** Nothing runs after this: no buffer is flushed, no file is closed. */
function observe(step: JournalStep): void {
  if (step !== orders.kill?.step) {
    return;
  }
  met += 1;
  if (met === orders.kill.count) {
    process.kill(process.pid, "SIGKILL");
  }
}

const sandbox = await startSandbox({
  pairs: [orders.pair],
  requestsPerWindow: 0,
  tickIntervalMs: orders.tickIntervalMs,
  dataDirectory: orders.directory,
  durability: orders.durability,
  journalHistory: orders.history,
  maxReplayMs: orders.maxReplayMs,
  largeVenue: orders.largeVenue,
  journalObserver: observe,
});
const { restUrl, credential, serviceName, recovery } = sandbox;
const report: ChildReport = {
  restUrl,
  ...credential,
  serviceName,
  recovery: recovery ?? { last: 0, replayed: 0, tookMs: 0 },
};
process.once("SIGTERM", () => void sandbox.close().then(() => process.exit(0)));
process.stdout.write(`${JSON.stringify(report)}\n`);
// Nobody waits for a child whose parent is gone.
process.stdin.on("end", () => process.exit(0)).resume();
