import { runCycles } from "./cycles.js";
import { handlesBeyond } from "./handles.js";
import type { ClientOrders, ClientReport } from "./messages.js";
import { runSteady } from "./steady.js";

/** What the client's process tells: how it goes, and at last how it went. */
export type ClientMessage = { readonly heapBytes: number } | { readonly report: ClientReport };

/** What this process is to do stands in its one argument. */
const orders = JSON.parse(process.argv[2] ?? "{}") as ClientOrders;
const tell = (message: ClientMessage): void => void process.send?.(message);

const before = process.getActiveResourcesInfo();
const steady = await runSteady(orders, (heapBytes) => tell({ heapBytes }));
const cycleHeap = await runCycles(orders);
const handles = await handlesBeyond(before);
tell({ report: { steady, cycleHeap, cycles: orders.cycles, handles } });
// The channel to the command keeps this process alive; whatever else does was counted.
process.once("disconnect", () => process.exit(0));
