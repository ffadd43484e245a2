import type { FeedKind } from "../push/feed.js";

/** What can be done to messages and connections, and what a client meets. */
export const faultKinds = {
  drop: "The message is not sent: a gap.",
  duplicate: "The message is sent twice.",
  reorder: "The message is sent after the one that follows it.",
  "old-snapshot":
    "A full message of an earlier state comes first. `by`: how many publications earlier, where they are held.",
  gap: "`seq` leaves out `by` numbers although nothing is lost.",
  corrupt: "The body is compressed and `bits` of it are flipped.",
  truncate: "The body is compressed and its end is missing. `bytes`: how much is left.",
  "unknown-marker": "The first byte is no marker.",
  "not-json": "The body is no JSON.",
  "wrong-shape": "The body is JSON of another shape.",
  "wrong-pair": "The payload names another pair than the topic.",
  ambiguous: "One price stands in `add` and in `del`.",
  crossed: "The best bid is set to the best ask's price.",
  bomb: "A small compressed body that inflates to `bytes`.",
  oversize: "A plain message of `bytes`.",
  delay: "The message comes `ms` late, and what follows it waits behind it.",
  cut: "Connections that would have got the message are ended without a word.",
  close: "Connections that would have got the message are closed with `code`.",
  "black-hole": "Connections that would have got the message stay open, and nothing is sent on them any more.",
  refuse: "New connections are refused.",
} as const;

/** One kind of fault. */
export type FaultKind = keyof typeof faultKinds;

/** Kinds that are carried out on a message that is on its way. */
export type MessageFaultKind = Exclude<FaultKind, "gap" | "refuse">;

/** Which messages a fault waits for: those to everybody, or the full message to a new subscriber. */
export type FaultTarget = "updates" | "snapshots";

/** An order for faults. Whatever it does, the truth at `/_sandbox/book` stays the truth. */
export interface FaultRule {
  readonly kind: FaultKind;
  /** The pair; absent: any. Means nothing for `refuse`; no private stream has one. */
  readonly pair?: string;
  /** The channel; absent: depth. Those kinds that need a book do nothing elsewhere. */
  readonly channel?: FeedKind;
  /** Absent: updates. */
  readonly on?: FaultTarget;
  /** How often it happens; absent: once. */
  readonly count?: number;
  /** Chance for each message, drawn from the plan's seed; absent: 1. */
  readonly probability?: number;
  /** `delay`: milliseconds. */
  readonly ms?: number;
  /** `gap`: numbers left out; `old-snapshot`: publications back. */
  readonly by?: number;
  /** `corrupt`: flipped bits. */
  readonly bits?: number;
  /** `truncate`, `bomb`, `oversize`: size. */
  readonly bytes?: number;
  /** `close`: the close code. */
  readonly code?: number;
}
