// The module: inflates a frame, scans the depth message in it and updates its book, in one memory.

export { addChannel, recordChunks, removeChannel } from "./channels";
export { countTrailingBytes, inflate, reserve, sourceAddress, textAddress } from "./inflate";
export { loadLevels } from "./load-levels";
export { placeText, reserveLevels } from "./memory";
export { scanDepth } from "./scan-depth";
export { counts, messageNumbers, prices, quantities, sinkCapacity } from "./sink";
export { updateLevels, updateResult } from "./update-levels";
