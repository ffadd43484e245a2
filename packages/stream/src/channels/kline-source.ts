import type { Kline, KlinePeriod, Pair } from "@depthwire/schema";

/** Which candles are asked for. */
export interface KlineRequest {
  readonly period: Exclude<KlinePeriod, `unknown:${string}`>;
  /** How many, the latest ones; at most 1,000. */
  readonly size: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Asks the venue for the latest candles of a pair, in any order. An answer with fewer than requested means that there are no more.
 *
 * @spec document 1, Endpoints, Contract kline; document 2, Endpoints, Spot market data; field note 22
 */
export type KlineSource = (pair: Pair, request: KlineRequest) => Promise<readonly Kline[]>;
