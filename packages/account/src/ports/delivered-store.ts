import type { OrderId, PositionChangeId } from "@depthwire/schema";
import type { AccountFact } from "../mirror/account-event.js";

/** A fact that must come once: what is kept of those that a loop has finished with. */
export type DeliveredFact = Extract<AccountFact, { readonly kind: "fill" | "order" | "position-change" }>;

/** Where an account's mirror began, as plain data. What had finished then is not told. */
export interface AccountBeginning {
  /** Orders that were placed before and are in neither list had finished, by the venue's clock. */
  readonly beforeMs: number;
  /** Orders that were open, and those of the process that began: all their trades are told. */
  readonly openIds: readonly OrderId[];
  readonly finishedIds: readonly OrderId[];
  /** Position changes that were there already. */
  readonly changeIds: readonly PositionChangeId[];
  /** When it was taken, epoch milliseconds. */
  readonly takenAtMs: number;
}

/** What earlier processes left. */
export interface DeliveredHistory {
  readonly beginning: AccountBeginning;
  /** In the order in which they were delivered. An order has its first record, and the one that says how it ended. */
  readonly facts: Iterable<DeliveredFact>;
  /** When the last of them was finished with, epoch milliseconds. */
  readonly lastMs: number;
}

/** Remembers beyond the end of the process which events of an account a loop has finished with. One for each account. */
export interface DeliveredStore {
  /** What earlier processes left; undefined for the first. Read once, when the account is opened. */
  readonly history: DeliveredHistory | undefined;
  /** The mirror of the first process began here. Awaited before anything is told. */
  begin(beginning: AccountBeginning): Promise<void>;
  /** The loop came back for the next event, and has finished with this one. Awaited before it gets the next. */
  delivered(fact: DeliveredFact): Promise<void>;
}
