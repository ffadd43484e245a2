import type { DepthLevel, Kline, KlinePeriod, Pair } from "@depthwire/schema";
import { coinMarginedPairGrammar, usdtMarginedPairGrammar } from "@depthwire/schema/internal";
import * as spot from "@depthwire/schema/spot";
import * as usdt from "@depthwire/schema/usdt";
import type { CallOptions } from "../call/call-options.js";
import type { CallMaker } from "../call/operation-functions.js";

/** A book as REST shows it: each price once, without a sequence number. */
export interface DepthAnswer {
  /** The venue's time of this state, epoch milliseconds. */
  readonly updatedAtMs: number;
  readonly asks: readonly DepthLevel[];
  readonly bids: readonly DepthLevel[];
}

/** What the stream package asks when it verifies books: its `DepthSource`. */
export type RestDepthSource = (
  pair: Pair,
  request: { readonly size: number; readonly signal: AbortSignal | undefined },
) => Promise<DepthAnswer>;

/** What the stream package asks for candles that were not pushed: its `KlineSource`. */
export type RestKlineSource = (
  pair: Pair,
  request: {
    readonly period: Exclude<KlinePeriod, `unknown:${string}`>;
    readonly size: number;
    readonly signal: AbortSignal | undefined;
  },
) => Promise<readonly Kline[]>;

const contractPattern = /* @__PURE__ */ new RegExp(
  `${usdtMarginedPairGrammar.pattern}|${coinMarginedPairGrammar.pattern}`,
);

/** Verifications and histories wait behind the caller's own reads. */
function behind(signal: AbortSignal | undefined): CallOptions {
  return { signal, priority: "background" };
}

/**
 * Answers verifications of books. It needs no key.
 *
 * @spec document 1, Endpoints, Market depth; document 2, Endpoints, Spot market data; field note 22
 */
export function createDepthSource(venue: CallMaker): RestDepthSource {
  return async (pair, { size, signal }) => {
    const operation = contractPattern.test(pair) ? usdt.getDepth : spot.getDepth;
    const { updatedAtMs, asks, bids } = await venue.call(operation, { pair, size }, behind(signal));
    return { updatedAtMs, asks: asks ?? [], bids: bids ?? [] };
  };
}

/**
 * Answers with candles. It needs no key.
 *
 * @spec document 1, Endpoints, Contract kline; document 2, Endpoints, Spot market data; field note 22
 */
export function createKlineSource(venue: CallMaker): RestKlineSource {
  return (pair, { period, size, signal }) => {
    const operation = contractPattern.test(pair) ? usdt.getKlines : spot.getKlines;
    return venue.call(operation, { pair, period, size }, behind(signal));
  };
}
