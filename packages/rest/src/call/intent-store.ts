import type { UnknownOutcome } from "@depthwire/core";
import type { HaltOrder } from "../halt/halt-order.js";

/** How a call ended that must not be repeated. */
export type IntentEnd = "answered" | "refused" | "not-sent" | "unknown";

/** A call of an earlier process, as its store remembers it. */
export interface RememberedIntent {
  readonly intent: UnknownOutcome;
  /** Undefined where the process ended before the call did: as good as `unknown`. `finished`: nothing more can happen to the order. */
  readonly end: IntentEnd | "finished" | undefined;
}

/** What a store remembers of earlier processes. */
export interface Remembered {
  /** Calls whose end is not known, and orders that may still be open. More does no harm. */
  readonly intents: readonly RememberedIntent[];
  /** Undefined where trading was not halted. */
  readonly halt?: HaltOrder | undefined;
}

/**
 * Remembers calls that must not be repeated from before their first byte until their end is known, so that a program that was
 * killed in between knows what to find out. All methods are awaited; one that does not end holds up no outcome beyond its call's time. A store without the optional ones serves one process.
 */
export interface IntentStore {
  /** The call is about to be sent. If this rejects, it is not. */
  begin(intent: UnknownOutcome): Promise<void>;
  /**
   * The call ended. Keep it while the end is `unknown`; it may come again later with what was found out. The caller hears of the outcome when this
   * resolves, or when the time of the call is up.
   */
  end(intent: UnknownOutcome, end: IntentEnd): Promise<void>;
  /** Nothing more can happen to an order: it can be forgotten, but its id must not be used again. */
  finished?(intent: UnknownOutcome): Promise<void>;
  /** What earlier processes left. Asked once, before the first order is sent; if this rejects, no order is. */
  load?(): Promise<Remembered>;
  /** Trading was halted, so that it stays so in the next process; undefined: it goes on. */
  keepHalt?(halt: HaltOrder | undefined): Promise<void>;
}
