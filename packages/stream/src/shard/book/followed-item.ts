import type { StreamGap } from "@depthwire/account";
import type { BookViewData } from "@depthwire/book";

/** One applied state of a book. Plain data. */
export interface BookStateItem {
  readonly kind: "state";
  readonly view: BookViewData;
  /** When the message came in that made it, epoch milliseconds. */
  readonly receivedAtMs: number;
}

/** What a host hears that follows every state of a book. */
export type FollowedItem = BookStateItem | StreamGap;

/** How a host follows a book. */
export interface FollowTerms {
  /** Most levels a side in each state. */
  readonly levels: number;
  /** Most states that wait for the host. */
  readonly limit: number;
}
