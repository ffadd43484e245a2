import type { bookReasons } from "./book-reasons.js";

/**
 * How far a book may be trusted:
 * - `syncing`: subscribed; no complete snapshot yet
 * - `live`: exactly a state that the venue published, at the view's `seq` within its `epoch`; right, not full: a side may be empty
 * - `gapped`: something is missing or contradictory; the book resyncs and shows its last good state
 * - `stale`: the connection or the thread behind it is gone or silent
 * - `crossed`: the best bid is not below the best ask; the book resyncs
 */
export type BookStatus = "syncing" | "live" | "gapped" | "stale" | "crossed";

/** Why a book is not `live`: a key of `bookReasons`. */
export type BookReason = keyof typeof bookReasons;

/** Why a book is not `live`; the place of a name is its number in shared memory. `bookReasons` has a sentence for each. */
export const bookReasonNames: readonly BookReason[] = [
  "connecting",
  "connection-failed",
  "tls-failed",
  "upgrade-refused",
  "awaiting-snapshot",
  "baseline-unproven",
  "subscription-refused",
  "disconnected",
  "thread-lost",
  "thread-silent",
  "closed",
  "gap",
  "counter-restarted",
  "conflicting-snapshot",
  "no-sequence",
  "sequence-policy",
  "ambiguous-level",
  "unknown-level",
  "overflow",
  "rejected-message",
  "damaged-frame",
  "contradicted",
  "behind",
  "number-too-large",
  "internal-error",
  "crossed",
  "relay-silent",
  "relay-disconnected",
  "relay-gap",
  "owner-changed",
  "upstream-not-live",
  "relay-malformed",
];

/** Why a book has no connection. */
export type DisconnectReason = Extract<
  BookReason,
  "disconnected" | "connection-failed" | "tls-failed" | "upgrade-refused"
>;

/** Why a live book may not be called live, by the word of the feed that its frames come from. */
export type DoubtReason = Extract<
  BookReason,
  "relay-silent" | "relay-disconnected" | "relay-gap" | "relay-malformed" | "owner-changed" | "upstream-not-live"
>;

/** What a live book is called while its feed is in doubt for this reason. */
export function doubtfulStatus(reason: DoubtReason): "gapped" | "stale" {
  return reason === "relay-gap" || reason === "relay-malformed" ? "gapped" : "stale";
}

/** Reasons that a resync answers. */
export type ResyncCause = Extract<
  BookReason,
  | "gap"
  | "counter-restarted"
  | "conflicting-snapshot"
  | "no-sequence"
  | "ambiguous-level"
  | "unknown-level"
  | "overflow"
  | "rejected-message"
  | "damaged-frame"
  | "contradicted"
  | "behind"
  | "number-too-large"
  | "internal-error"
  | "crossed"
>;

/**
 * Whether losses can be seen: `sequenced` when each update had to follow the one before; `unsequenced` under the policy
 * `monotonic`, where none can.
 */
export type BookIntegrity = "sequenced" | "unsequenced";
