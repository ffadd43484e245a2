// The module: inflates a frame and scans the depth message in it, in one memory.

export { addChannel, recordCount, records, removeChannel } from "./channels";
export { countTrailingBytes, inflate, reserve, sourceAddress, textAddress } from "./inflate";
export { scanDepth } from "./scan-depth";
export { counts, messageNumbers, prices, quantities, sinkCapacity } from "./sink";
