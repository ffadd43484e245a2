import { handlesBeyond } from "./handles.js";
import type { ClientMessage, SteadyOrders, SteadyReport } from "./messages.js";
import { runSteady } from "./steady.js";

/** What this process is to do stands in its one argument. */
const orders = JSON.parse(process.argv[2] ?? "{}") as SteadyOrders;
const tell = (message: ClientMessage<SteadyReport>): void => void process.send?.(message);

const before = process.getActiveResourcesInfo();
const steady = await runSteady(orders, (heapBytes) => tell({ heapBytes }));
tell({ report: steady, handles: await handlesBeyond(before) });
// The channel to the command keeps this process alive; whatever else does was counted.
process.once("disconnect", () => process.exit(0));
