/** For siblings alone: not part of the public interface, and without any promise. */
export { isFinished } from "./mirror/order-progress.js";
export { BoundedQueue } from "./queue/bounded-queue.js";
export { joinGaps } from "./queue/gap.js";
export { abortedBy, type GiveUp, giveUpBy } from "./queue/given-up.js";
export { watchLoop } from "./queue/loop-watch.js";
export { channelStandIn, isReceived, type Received } from "./queue/stand-in.js";
export type * from "./types.js";
