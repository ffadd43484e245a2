/** For siblings alone: not part of the public interface, and without any promise. */
export { isLoopbackHost } from "./bus-addresses.js";
export { createBusKey, publicKeyOf } from "./bus-key.js";
export { connectionOf } from "./connection-bus.js";
export { type FramesBehind, type RecordedFrames, readFramesBehind } from "./frames-behind.js";
export { inboxPrefixOf } from "./inbox-prefix.js";
export { type KeptReaders, keptReaders } from "./kept-messages.js";
export { seedIn } from "./seed-lines.js";
