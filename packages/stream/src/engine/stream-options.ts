import { checkSignal, checkWhole } from "./check-request.js";

/** How one reader wants a stream. */
export interface StreamOptions {
  /** Ends the stream; its loops throw TransportError `aborted`, whose cause is the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** How one reader wants a stream of items that must not be lost unseen. */
export interface QueuedStreamOptions extends StreamOptions {
  /** Most items that wait for the loop, 1 to 1,000,000; default 10,000. Beyond that the older half becomes a counted gap. */
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

const defaultLimit = 10_000;
const largestLimit = 1_000_000;

/** Most items that wait. @throws ValidationError `option-invalid`, TransportError `aborted` */
export function checkedLimit({ limit = defaultLimit, signal }: QueuedStreamOptions, least: number): number {
  checkWhole("limit", limit, least, largestLimit);
  checkSignal(signal);
  return limit;
}
