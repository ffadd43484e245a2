/** For siblings alone: not part of the public interface, and without any promise. */
export type { MirrorCounters } from "./mirror/account-mirror.js";
export type { AccountFeed } from "./mirror/account-stream.js";
export { isFinished } from "./mirror/order-progress.js";
export type { AccountBeginning, DeliveredHistory } from "./ports/delivered-store.js";
export { BoundedQueue } from "./queue/bounded-queue.js";
export { joinGaps } from "./queue/gap.js";
export { abortedBy, type GiveUp, giveUpBy } from "./queue/given-up.js";
export { type LoopWatch, type WatchedLoop, watchLoop } from "./queue/loop-watch.js";
export { channelStandIn, isReceived, type Received } from "./queue/stand-in.js";
export type { KnownOrderSide, MarginFamily, PageRequest } from "./reconcile/reconciler.js";
