import { abortedBy } from "@depthwire/account/internal";
import { ValidationError } from "@depthwire/core";
import { abortSignal, checkOptions, type OptionTable, wholeFrom } from "@depthwire/core/internal";
import { maxKlines } from "../channels/kline-series.js";

/** Options of one reader of a stream. */
export interface StreamOptions {
  /** Ends the stream; its loops throw TransportError `aborted`, whose cause is the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of one reader of a stream whose items must not be lost unnoticed. */
export interface QueuedStreamOptions extends StreamOptions {
  /** Most items that wait for the loop, 1 to 1,000,000; default 10,000. Beyond that the older half becomes a counted gap. */
  readonly limit?: number | undefined;
}

/** Options of one reader of candles. */
export interface KlineStreamOptions extends QueuedStreamOptions {
  /**
   * Number of candles before the newest that come first, 0 (the default) to 999. Those that are not pushed are asked for;
   * without a source of candles the stream begins with the pushed ones.
   */
  readonly history?: number | undefined;
}

const defaultLimit = 10_000;
const maxLimit = 1_000_000;

/** What {@link StreamOptions} may be. */
export const streamOptionTable: OptionTable<StreamOptions> = { signal: abortSignal };

/** What {@link QueuedStreamOptions} may be. */
export const queuedOptionTable: OptionTable<QueuedStreamOptions> = {
  ...streamOptionTable,
  limit: /* @__PURE__ */ wholeFrom(1, maxLimit),
};

/** What {@link KlineStreamOptions} may be. */
export const klineOptionTable: OptionTable<KlineStreamOptions> = {
  ...queuedOptionTable,
  history: /* @__PURE__ */ wholeFrom(0, maxKlines - 1),
};

/**
 * Holds a reader's options against their table, and whether the stream was ended before it began.
 *
 * @throws ValidationError `option-invalid`; TransportError `aborted`
 */
export function checkStreamOptions<Options extends StreamOptions>(options: Options, table: OptionTable<Options>): void {
  checkOptions(options, table);
  if (options.signal?.aborted === true) {
    throw abortedBy(options.signal);
  }
}

/** Most items that wait. @throws ValidationError `option-invalid` where there are fewer than the first ones */
export function limitOf({ limit = defaultLimit }: QueuedStreamOptions, first = 1): number {
  if (limit < first) {
    throw new ValidationError("option-invalid", {
      option: "limit",
      rule: `an integer from ${first} to ${maxLimit}`,
    });
  }
  return limit;
}
