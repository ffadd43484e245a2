import type { AccountId } from "../account/account-id.js";

/** The last private connection of a user is gone: what he has waiting is cancelled at once, if he is to be protected like that. */
export interface PrivateStreamLost {
  readonly kind: "private-stream-lost";
  readonly account: AccountId;
}

/** The operator sets how a market may be traded. Absent: stays as it is. */
export interface SetMarket {
  readonly kind: "set-market";
  readonly pair: string;
  /** Users' market orders are refused. */
  readonly limitOnly?: boolean;
  /** Nobody trades; what waits may be cancelled. */
  readonly halted?: boolean;
  /** How much makers quote, from 0 to 1000 thousandths of what they usually do. */
  readonly quotePermille?: number;
  /** The rate of the next funding, at the rate scale. */
  readonly nextFundingRate?: number;
}

/** The markets get a past that follows from the seed and ends now, where they have none yet. */
export interface MakeHistory {
  readonly kind: "make-history";
  /** How far it goes back, in milliseconds. */
  readonly ms: number;
}
