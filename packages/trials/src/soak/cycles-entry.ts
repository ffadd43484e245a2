import { runCycles } from "./cycles.js";
import { handlesBeyond } from "./handles.js";
import type { ClientMessage, CycleOrders } from "./messages.js";
import type { Point } from "./slope.js";

/** What this process is to do stands in its one argument. */
const orders = JSON.parse(process.argv[2] ?? "{}") as CycleOrders;
const tell = (message: ClientMessage<readonly Point[]>): void => void process.send?.(message);

const before = process.getActiveResourcesInfo();
const heap = await runCycles(orders, before, (heapBytes) => tell({ heapBytes }));
tell({ report: heap, handles: await handlesBeyond(before) });
// The channel to the command keeps this process alive; whatever else does was counted.
process.once("disconnect", () => process.exit(0));
