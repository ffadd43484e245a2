import type { StrangeLines } from "./client/client-line.js";

/** What a client is asked to do. */
export const tasks = ["books", "orders", "fills"] as const;

/** One of {@link tasks}. */
export type Task = (typeof tasks)[number];

/** How clients are tried. */
export interface TrialOptions {
  readonly command: string;
  readonly seed: number;
  readonly oldAfterMs: number;
}

/** What a client got wrong. */
export interface Finding {
  readonly kind: FindingKind;
  readonly what: string;
}

/** Everything that a client may get wrong, with what it means for whoever trades by it. */
export const findingKinds = {
  "wrong-book": "A book was shown as live that the venue never had.",
  "old-book": "A book was still shown as live long after the venue had moved on.",
  "not-live-again": "The book did not come back in time.",
  "nothing-shown": "No book was shown as live before anything happened.",
  "order-doubled": "One order was placed more than once.",
  "order-denied": "An order was called absent or refused that the venue has.",
  "order-missing": "An order that nothing kept from the venue is not there: the client did not place it.",
  "order-invented": "An order was called placed that the venue does not have.",
  "order-unknown": "What became of an order was not found out in time.",
  "order-unanswered": "Nothing was said of an order.",
  "fill-lost": "A fill was not told, and no gap either.",
  "fill-missed": "A fill was not told, but that something is missing was.",
  "fill-doubled": "A fill was told twice.",
  "fill-invented": "A fill was told that the venue does not have.",
  "client-ended": "The client ended before it was told to.",
  "client-not-ready": "The client never said that it was ready.",
} as const;

/** One of {@link findingKinds}. */
export type FindingKind = keyof typeof findingKinds;

/** What came of a case. */
export interface CaseResult {
  readonly task: Task;
  readonly fault: string;
  readonly rules: readonly number[];
  /** Books compared, orders judged, or fills counted. */
  readonly compared: number;
  readonly findings: readonly Finding[];
  /** Lines that the client may have meant for the kit: they are no finding, and may be the cause of one. */
  readonly strange: StrangeLines;
}
