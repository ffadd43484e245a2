// The module: inflates a frame, scans the depth message in it and updates its book, in one memory.

export { addChannel, recordCount, records, removeChannel } from "./channels";
export { countTrailingBytes, inflate, reserve, sourceAddress, textAddress } from "./inflate";
export { reserveLevels } from "./memory";
export { scanDepth } from "./scan-depth";
export { counts, messageNumbers, prices, quantities, sinkCapacity } from "./sink";
export { updateLevels, updateResult } from "./update-levels";
