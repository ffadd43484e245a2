import type { Pair } from "@depthwire/schema";

/** One level as text, exactly as the venue wrote it. */
export interface DepthLevelRead {
  readonly price: string;
  readonly quantity: string;
}

/** A book as the venue's REST interface shows it. It has no sequence number, so it can confirm a book but never become one. */
export interface DepthSnapshotRead {
  /** The venue's time of this state, epoch milliseconds. */
  readonly updatedAtMs: number;
  /** Each price once, in any order. */
  readonly asks: readonly DepthLevelRead[];
  readonly bids: readonly DepthLevelRead[];
}

/** The book to ask for. */
export interface DepthRequest {
  /** Levels a side, at most 200: a side with fewer is complete. */
  readonly size: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Asks the venue for the present book of a pair, on another way than the one that the book was pushed on.
 *
 * @spec document 1, Endpoints, Market depth
 */
export type DepthSource = (pair: Pair, request: DepthRequest) => Promise<DepthSnapshotRead>;
