import type { SequenceVerdict } from "@depthwire/book/internal";

/** What can happen on the way from the venue to a book. */
export type SequencerMove =
  | "publish"
  | "publish in the same millisecond"
  | "restart the counter"
  | "send a snapshot unasked"
  | "deliver"
  | "deliver without a number"
  | "lose"
  | "repeat"
  | "swap"
  | "resubscribe"
  | "reconnect";

/** Names that the model of a book has for moves; what a delivery is, its verdict says. */
export const seenAs: Partial<Record<SequencerMove, string>> = {
  publish: "PUBLISH",
  "restart the counter": "RESTART",
  "send a snapshot unasked": "UNASKED",
  lose: "LOSE",
  repeat: "REPEATED",
  swap: "SWAP",
  resubscribe: "RESUBSCRIBE",
  reconnect: "RECONNECT",
};

/** A letter for each verdict. */
export const verdictLetters: Readonly<Record<SequenceVerdict, string>> = {
  accept: "a",
  duplicate: "d",
  "stale-snapshot": "s",
  "awaiting-snapshot": "w",
  "same-sequence": "=",
  "baseline-unproven": "b",
  gap: "g",
  "counter-restarted": "c",
  "no-sequence": "n",
};
