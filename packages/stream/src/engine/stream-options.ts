/** How one reader wants a stream. */
export interface StreamOptions {
  /** Ends the stream; its loops throw the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** How one reader wants a stream of items that must not be lost unseen. */
export interface QueuedStreamOptions extends StreamOptions {
  /** Most items that wait for the loop, 1 to 1,000,000; default 10,000. Beyond that the oldest become a counted gap. */
  readonly limit?: number | undefined;
}

/** How one reader wants candles. */
export interface KlineStreamOptions extends QueuedStreamOptions {
  /**
   * So many candles before the newest come first, 0 (the default) to 999. What of them is not pushed is asked for; without a
   * source of candles the stream begins with what there is.
   */
  readonly history?: number | undefined;
}
