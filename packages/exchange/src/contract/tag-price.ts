import type { ExchangeEvent } from "../event/event.js";
import { oneRate } from "../exact/money.js";
import { microsPerUnit } from "../market/index-price.js";
import { noteTagPrice } from "../market-data/market-data.js";
import type { MarketState } from "../state/exchange-state.js";
import type { MarkState } from "./contract-state.js";

/** Between two fundings, in milliseconds, where the venue's terms say nothing else. */
export const usualFundingPeriodMs = 28_800_000;

/** What time it is, and when funding is exchanged. */
export interface FundingTime {
  readonly now: number;
  readonly nextFundingAtMs: number;
  readonly fundingPeriodMs: number;
}

/** How much of a new premium goes into the smoothed one. */
const smoothing = 64;

/** Rates as plain numbers: a tag price is an input, not money, and this arithmetic is the same in every engine. */
const rateUnit = Number(oneRate);

function middleOf(left: number, middle: number, right: number): number {
  return Math.max(Math.min(left, middle), Math.min(Math.max(left, middle), right));
}

function notePremium(mark: MarkState, indexMicros: number, middleMicros: number | undefined): void {
  const premium = middleMicros === undefined ? 0 : middleMicros - indexMicros;
  mark.premiumMicros += Math.floor((premium - mark.premiumMicros) / smoothing);
  mark.premiumSum += Math.floor((mark.premiumMicros * rateUnit) / indexMicros);
  mark.premiumCount += 1;
}

/** Middle of the best bid and ask in millionths of a price unit; nothing while a side is empty. */
export function bookMiddle({ book }: MarketState): number | undefined {
  const [bid, ask] = [book.bids.best()?.price, book.asks.best()?.price];
  return bid === undefined || ask === undefined ? undefined : Math.floor(((bid + ask) * microsPerUnit) / 2);
}

function markMicros(
  mark: MarkState,
  indexMicros: number,
  { now, nextFundingAtMs, fundingPeriodMs }: FundingTime,
): number {
  const left = Math.max(0, Math.min(1, (nextFundingAtMs - now) / fundingPeriodMs));
  const funded = indexMicros * (1 + (mark.fundingRate / rateUnit) * left);
  return middleOf(indexMicros, funded, indexMicros + mark.premiumMicros);
}

/**
 * Takes the premium of a book into account and moves the tag price.
 *
 * @param middleMicros the book's middle in millionths of a price unit; nothing while a side is empty
 */
export function updateTagPrice(
  market: MarketState,
  middleMicros: number | undefined,
  time: FundingTime,
  events: ExchangeEvent[],
): void {
  const { contract, index } = market;
  if (contract === undefined) {
    return;
  }
  notePremium(contract.mark, index.micros, middleMicros);
  moveTagPrice(market, time, events);
}

function toUnits(micros: number): number {
  return Math.max(1, Math.floor(micros / microsPerUnit + 0.5));
}

/** Moves the tag price to where index, funding rate and premium put it: the median of three, to the nearest price unit. */
export function moveTagPrice(market: MarketState, time: FundingTime, events: ExchangeEvent[]): void {
  const { contract, index } = market;
  if (contract === undefined) {
    return;
  }
  const { mark } = contract;
  const tagPrice = toUnits(markMicros(mark, index.micros, time));
  const indexPrice = toUnits(index.micros);
  if (tagPrice === mark.price && indexPrice === mark.indexPrice) {
    return;
  }
  Object.assign(mark, { price: tagPrice, indexPrice, movedAtMs: time.now });
  noteTagPrice(market.data, tagPrice, time.now);
  events.push({ kind: "price-marked", pair: market.market.pair, indexPrice, tagPrice });
}
