import { startSandbox } from "@depthwire/sandbox";
import type { VenueOrders, VenueReport } from "./messages.js";

/** What this process is to do stands in its one argument. */
const orders = JSON.parse(process.argv[2] ?? "{}") as VenueOrders;

const sandbox = await startSandbox({
  pairs: orders.pairs,
  depthIntervalMs: orders.depthIntervalMs,
  requestsPerWindow: 0,
});
/** Books' connections and private sessions: each is cut by the next message that it would have got. */
const cutting = setInterval(
  () => sandbox.faults.add({ kind: "cut" }, { kind: "cut", channel: "private" }),
  orders.cutEveryMs,
);
const { restUrl, pushUrl, pairs, credential } = sandbox;
process.send?.({ restUrl, pushUrl, pairs, credential } satisfies VenueReport);
process.once("disconnect", () => {
  clearInterval(cutting);
  void sandbox.close().then(() => process.exit(0));
});
