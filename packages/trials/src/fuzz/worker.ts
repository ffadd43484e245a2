import { parentPort, workerData } from "node:worker_threads";
import { seededRandom } from "@depthwire/testkit";
import { Coverage } from "./coverage.js";
import { Engine } from "./engine.js";
import { findTarget } from "./targets/all-targets.js";
import { CurrentInput, type FuzzOrders, type WorkerReport } from "./worker-messages.js";

/** Refusals are errors, and most of their cost is their stack: of what nobody foresaw the first lines tell where. */
Error.stackTraceLimit = 4;

/** One target in a thread of its own: V8 counts what ran in the thread, and so only what the target has loaded. */
async function work({
  target,
  seed,
  inputs,
  untilMs,
  earlier,
  current,
  maxFindings = 20,
}: FuzzOrders): Promise<WorkerReport> {
  const opened = await findTarget(target).open();
  const stray: unknown[] = [];
  process.on("uncaughtException", (error) => stray.push(error));
  process.on("unhandledRejection", (error) => stray.push(error));
  const place = new CurrentInput(current);
  const coverage = new Coverage();
  const engine = new Engine(opened, coverage, {
    random: seededRandom(seed),
    inputs,
    isOver: () => Date.now() >= untilMs,
    starts: (input) => place.begin(input),
    earlier,
    maxFindings,
    strayErrors: () => stray.splice(0),
  });
  const report = await engine.run();
  coverage.close();
  await opened.close?.();
  return report;
}

work(workerData as FuzzOrders).then(
  (report) => parentPort?.postMessage(report, []),
  (error: unknown) => {
    // The thread's own failure, not a finding: handlers above must not swallow it.
    parentPort?.postMessage({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }, []);
  },
);
