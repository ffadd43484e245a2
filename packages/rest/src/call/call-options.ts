import { abortSignal, anything, numberAbove0, type OptionTable, oneOf } from "@depthwire/core/internal";
import { type CallPriority, callPriorities } from "../throttle/priority.js";

/** How one call is made. */
export interface CallOptions {
  /** Ends the call. What was sent already may be carried out all the same; see `ambiguous` of the error. */
  readonly signal?: AbortSignal | undefined;
  /** Bound of the whole call with its waits and repetitions, in milliseconds; default the client's. */
  readonly timeoutMs?: number | undefined;
  /**
   * How long the answer to an order, or to another call that is sent once, is waited for from its first byte on, in milliseconds; default as long as the call may take. Behind
   * it the outcome is unknown, and can be found out.
   */
  readonly answerTimeoutMs?: number | undefined;
  /** Who goes first when calls wait; default by the operation's purpose. */
  readonly priority?: CallPriority | undefined;
  /** Latest price of the pair: with it the trigger prices of a market order are checked before anything is sent. */
  readonly latestPrice?: string | undefined;
  /**
   * Which orders a halt stops as long as no byte of them has left: `opening-orders` (the default), or `this-order` too, although it closes
   * a position.
   */
  readonly haltStops?: "opening-orders" | "this-order" | undefined;
}

/** What each option of a call may be. */
export const callOptionTable: OptionTable<CallOptions> = {
  signal: abortSignal,
  timeoutMs: numberAbove0,
  answerTimeoutMs: numberAbove0,
  priority: /* @__PURE__ */ oneOf(...callPriorities),
  latestPrice: anything,
  haltStops: /* @__PURE__ */ oneOf("opening-orders", "this-order"),
};
