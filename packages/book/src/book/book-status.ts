/**
 * How far a book may be trusted:
 * - `syncing`: subscribed; no complete snapshot yet
 * - `live`: exactly a state that the venue published, at the view's `seq` within its `epoch`; right, not full: a side may be empty
 * - `gapped`: something is missing or contradictory; the book resyncs and shows its last good state
 * - `stale`: the connection or the thread behind it is gone or silent
 * - `crossed`: the best bid is not below the best ask; the book resyncs
 */
export type BookStatus = "syncing" | "live" | "gapped" | "stale" | "crossed";

/** Why a book is not `live`, as one sentence for people. */
export const bookReasons = {
  connecting: "the connection is being made",
  "connection-failed": "the connection could not be made; the next try is scheduled",
  "tls-failed":
    "the venue's certificate, or its terms of TLS, were not accepted; statistics().connectCauses says which",
  "upgrade-refused":
    "the address answered with another HTTP status than a WebSocket; statistics().connectCauses says which, and the next try is scheduled",
  "awaiting-snapshot": "subscribed; the snapshot has not come",
  "baseline-unproven": "the snapshot carries no seq, so no update can be placed behind it",
  "subscription-refused": "the venue refused the subscription; it is tried again from time to time",
  disconnected: "the connection ended; the next one is scheduled",
  "thread-lost": "the shard's thread ended; another one is started",
  "thread-silent": "the shard's thread does not answer",
  closed: "the stream was closed",
  gap: "seq stepped by more than 1: an update is missing",
  "counter-restarted": "seq went back although the update is newer: the venue's counter restarted",
  "conflicting-snapshot": "a snapshot of the same seq has other levels",
  "no-sequence": "an update came without a seq",
  "sequence-policy":
    'seq stepped by more than 1 right after each of several fresh snapshots: this venue may count in larger steps, which the option sequencePolicy: "monotonic" accepts',
  "ambiguous-level":
    'a price stood in add and del of one message; the option sameLevel ("add-then-del" or "del-then-add") settles how to read it',
  "unknown-level": "updates deleted or modified levels that the book does not have",
  overflow: "more levels than the option maxLevels allows",
  "rejected-message": "a message of this book could not be read",
  "damaged-frame": "a frame of this connection was damaged, and under monotonic a loss cannot be seen",
  contradicted: "verify() found other levels in the venue's answer of the same update time",
  behind: "verify() found a newer state with other levels, and no update came that leads to it",
  "number-too-large": "a number has more digits than can be held exactly",
  "internal-error": "a defect in this package; please report it",
  crossed: "the best bid is not below the best ask",
} as const;

/** Why a book is not `live`: a key of {@link bookReasons}. */
export type BookReason = keyof typeof bookReasons;

/** Why a book has no connection. */
export type DisconnectReason = Extract<
  BookReason,
  "disconnected" | "connection-failed" | "tls-failed" | "upgrade-refused"
>;

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
