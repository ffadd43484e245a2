import type { UnknownOutcome } from "@depthwire/core";

/** How a call ended that must not be repeated. */
export type IntentEnd = "answered" | "refused" | "not-sent" | "unknown";

/**
 * Remembers calls that must not be repeated from before their first byte until their end is known, so that a program that was
 * killed in between knows what to find out. Both methods are awaited.
 */
export interface IntentStore {
  /** The call is about to be sent. If this rejects, it is not. */
  begin(intent: UnknownOutcome): Promise<void>;
  /** The call ended. Keep it while the end is `unknown`. */
  end(intent: UnknownOutcome, end: IntentEnd): Promise<void>;
}
