import {
  callback,
  numberAbove0,
  numberFrom0,
  type OptionTable,
  objectWith,
  oneOf,
  required,
  someText,
} from "@depthwire/core/internal";
import type { LeaseStore } from "../ports/lease-store.js";
import type { OlderTreatment } from "./clear-leftovers.js";
import type { ExclusiveEvent } from "./exclusive-event.js";

/** How one process alone trades with a key. All processes that may trade with it have the same `store`, `lease`, `leaseMs` and `clockMarginMs`. */
export interface ExclusiveLeaseOptions {
  /** Where the lease is kept, for all processes. */
  readonly store: LeaseStore;
  /** The lease's name in the store: one for each key. */
  readonly lease: string;
  /** The beginning of this process's name, for people: the host's name, say. The rest is drawn, so that no other process has it. Default `trader`. */
  readonly name?: string | undefined;
  /** How long a lease stands that is not renewed, in milliseconds; default 5,000. A successor waits at least so long. */
  readonly leaseMs?: number | undefined;
  /** No answer of the store after so many milliseconds is a failure; default 500. */
  readonly callLimitMs?: number | undefined;
  /**
   * How far a signed time may be ahead of the venue's, in milliseconds; default 3,000. Nothing is signed beyond it, and a successor waits so much longer.
   */
  readonly clockMarginMs?: number | undefined;
  /** What becomes of open orders that older terms left; default `cancel`. */
  readonly olderOrders?: OlderTreatment | undefined;
  /** What becomes of plan orders that wait; default `adopt`: they may protect a position, and do not say who set them. */
  readonly olderPlans?: OlderTreatment | undefined;
  /** Time since boot in milliseconds, with the time asleep, where the platform tells it: a computer that slept knows then that its lease ran out. */
  readonly bootMs?: (() => number) | undefined;
  /** Called with what a person wants to hear. It must be quick and must not throw. */
  readonly listener?: ((event: ExclusiveEvent) => void) | undefined;
}

/** Options with what stands for those that were not given. */
export interface SessionOptions extends Omit<ExclusiveLeaseOptions, "clockMarginMs" | "olderOrders" | "olderPlans"> {
  readonly clockMarginMs: number;
  readonly olderOrders: OlderTreatment;
  readonly olderPlans: OlderTreatment;
}

/** What each option may be. */
export const exclusiveLeaseTable: OptionTable<ExclusiveLeaseOptions> = {
  store: /* @__PURE__ */ required(objectWith("read", "compareAndSet")),
  lease: /* @__PURE__ */ required(someText),
  name: someText,
  leaseMs: numberAbove0,
  callLimitMs: numberAbove0,
  clockMarginMs: numberFrom0,
  olderOrders: /* @__PURE__ */ oneOf("cancel", "adopt"),
  olderPlans: /* @__PURE__ */ oneOf("cancel", "adopt"),
  bootMs: callback,
  listener: callback,
};
