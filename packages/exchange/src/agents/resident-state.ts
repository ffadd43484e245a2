import type { AccountId } from "../account/account-id.js";
import type { RandomState } from "./random-state.js";

/**
 * A strategy that lives in the venue and trades for a user, through the same door as his own orders. No documented call trades
 * coin-margined contracts: this is how an account comes to have a history there.
 */
export interface ResidentState {
  readonly account: AccountId;
  readonly pair: string;
  readonly random: RandomState;
  /** How many turns it has had. */
  turn: number;
  /** When it has the next one, in epoch milliseconds. */
  nextAtMs: number;
  side: "long" | "short";
  /** What it has opened and not closed yet: it leaves the user's own positions alone. */
  held: number;
  /** Its order that waits, or waited. */
  waitingId: number;
}
