import type { FeedKind } from "../push/feed.js";

/** What can be done to messages and connections, and what a client meets. */
export const faultKinds = {
  drop: "The message is not sent: a gap.",
  duplicate: "The message is sent twice.",
  reorder: "The message is sent after the one that follows it.",
  "old-snapshot":
    "A full message of an earlier state comes first. `by`: how many publications earlier, if they are still held.",
  gap: "`seq` leaves out `by` numbers although nothing is lost.",
  corrupt: "The body is compressed and `bits` of it are flipped.",
  truncate: "The body is compressed and its end is missing. `bytes`: how much is left.",
  "unknown-marker": "The first byte is not a marker.",
  "not-json": "The body is not JSON.",
  "wrong-shape": "The body is JSON of another shape.",
  "wrong-pair": "The payload names a pair other than the channel's, if it names one: depth, and lists of deals.",
  ambiguous: "One price is both in `add` and in `del`.",
  crossed: "The best bid is set to the best ask's price.",
  bomb: "A small compressed body that inflates to `bytes`.",
  oversize: "A plain message of `bytes`.",
  delay: "The message comes `ms` late, and what follows it waits behind it.",
  cut: "Connections that would have got the message are ended without a word.",
  close: "Connections that would have got the message are closed with `code`.",
  "black-hole":
    "Connections that would have got the message stay open and answer pings, but nothing is pushed there any more.",
  refuse: "New connections are refused.",
} as const;

/** One kind of fault of the push side. */
export type FaultKind = keyof typeof faultKinds;

/** What can be done to REST requests, and what a client meets. */
export const restFaultKinds = {
  "http-error": "HTTP `status` (503 by default) with a line of text.",
  html: "HTTP `status` (502) with a page, as a proxy sends it.",
  empty: "HTTP `status` (200) without any body.",
  "slow-body": "The true answer, in pieces over `ms` (2000).",
  "cut-request": "The connection ends without an answer.",
  late: "The answer comes `ms` (2000) late.",
  refusal:
    "The venue refuses with `code` (4003), and carries nothing out; with `when` `after` it took the request all the same, as a gateway that repeats it can show.",
  "clock-skew":
    "The venue's clock is `skewMs` ahead of the true time, or behind: in its answers, and when it judges timestamps.",
} as const;

/** One kind of fault of the REST side. */
export type RestFaultKind = keyof typeof restFaultKinds;

/** Whether a REST fault happens before the matcher has seen the request, so that nothing is done, or after it. */
export type FaultMoment = "before" | "after";

/** Kinds that are carried out on a message that is on its way. */
export type MessageFaultKind = Exclude<FaultKind, "gap" | "refuse">;

/** Which messages a fault waits for: those to everybody, or the full message to a new subscriber. */
export type FaultTarget = "updates" | "snapshots";

/** An order for faults. It never changes the truth at `/_sandbox/book`. */
export interface FaultRule {
  readonly kind: FaultKind | RestFaultKind;
  /** The pair; absent: any. Means nothing for `refuse`; no private stream has one. */
  readonly pair?: string;
  /** The channel; absent: depth. Those kinds that need a book do nothing elsewhere. */
  readonly channel?: FeedKind;
  /** REST: the path of the requests that it waits for; absent: any. */
  readonly path?: string;
  /** REST, all kinds but `slow-body` and `clock-skew`; absent: before. */
  readonly when?: FaultMoment;
  /** Absent: updates. */
  readonly on?: FaultTarget;
  /** How often it happens; absent: once. */
  readonly count?: number;
  /** Chance for each message, drawn from the plan's seed; absent: 1. */
  readonly probability?: number;
  /** `delay`, `late`, `slow-body`: milliseconds. */
  readonly ms?: number;
  /** `gap`: numbers left out; `old-snapshot`: publications back. */
  readonly by?: number;
  /** `corrupt`: flipped bits. */
  readonly bits?: number;
  /** `truncate`, `bomb`, `oversize`: size. */
  readonly bytes?: number;
  /** `close`: the close code; `refusal`: the venue's code. */
  readonly code?: number;
  /** `http-error`, `html`, `empty`: the HTTP status. */
  readonly status?: number;
  /** `clock-skew`: milliseconds; positive is ahead. */
  readonly skewMs?: number;
}
