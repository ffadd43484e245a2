export type { MirrorCounters } from "./mirror/account-mirror.js";
export type { AccountTable } from "./mirror/account-state.js";
export type { AccountFeed } from "./mirror/account-stream.js";
export type { AccountBeginning, DeliveredHistory } from "./ports/delivered-store.js";
export type { LoopWatch, WatchedLoop } from "./queue/loop-watch.js";
export type { KnownOrderSide, MarginFamily, PageRequest } from "./reconcile/reconciler.js";
