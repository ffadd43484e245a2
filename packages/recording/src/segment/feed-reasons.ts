import type { StreamGapReason } from "@depthwire/account";
import type { DoubtReason } from "@depthwire/book/internal";

const doubtReasons: Readonly<Record<DoubtReason, true>> = {
  "relay-silent": true,
  "relay-disconnected": true,
  "relay-gap": true,
  "relay-malformed": true,
  "owner-changed": true,
  "upstream-not-live": true,
};

/** Whether a reason is the word of a feed: the book's levels are then those behind its last message. */
export function isDoubt(reason: string | undefined): reason is DoubtReason {
  return reason !== undefined && Object.hasOwn(doubtReasons, reason);
}

/** What a recording says of a feed; a later version's word is taken for what nobody may trust. */
export function doubtReasonOf(recorded: string): DoubtReason {
  return isDoubt(recorded) ? recorded : "relay-silent";
}

const missedReasons: Readonly<Record<StreamGapReason, true>> = {
  disconnected: true,
  "thread-lost": true,
  overflow: true,
  rejected: true,
  "damaged-frame": true,
  "internal-error": true,
  hole: true,
  "history-unavailable": true,
  "relay-gap": true,
  "owner-changed": true,
};

/** Why messages are missing; a later version's word is taken for a gap of a relay. */
export function missedReasonOf(recorded: string): StreamGapReason {
  const isKnown = (reason: string): reason is StreamGapReason => Object.hasOwn(missedReasons, reason);
  return isKnown(recorded) ? recorded : "relay-gap";
}
