import type { Pair } from "@depthwire/schema";

/** One level as text, exactly as the venue wrote it. */
export interface DepthLevelRead {
  readonly price: string;
  readonly quantity: string;
}

/** A book as the venue shows it to whoever asks. It has no sequence number, so it can confirm a book and never be one. */
export interface DepthSnapshotRead {
  /** The venue's time of this state, epoch milliseconds. */
  readonly updatedAtMs: number;
  /** Each price once, in any order. */
  readonly asks: readonly DepthLevelRead[];
  readonly bids: readonly DepthLevelRead[];
}

/** Which book is asked for. */
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
