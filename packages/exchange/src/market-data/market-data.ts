import type { Direction } from "../market/market.js";
import { type Bar, extendBar, flatBar } from "./bar.js";
import { type BarSeries, foldBar, forgetBars } from "./bar-series.js";
import { type LongPeriod, longPeriods, periodStart } from "./period.js";

/** A trade as everybody sees it. Price and quantity are integers at the market's scales. */
export interface DealRecord {
  readonly tradeId: number;
  readonly price: number;
  readonly quantity: number;
  readonly takerDirection: Direction;
  readonly tradedAtMs: number;
}

/** What follows from a market's trades and its tag prices: candles, 24-hour figures and latest deals are views of it. */
export interface MarketData {
  /** The last one is still being filled. */
  readonly minutes: BarSeries;
  /** Every minute but the last one, folded. */
  readonly longer: Readonly<Record<LongPeriod, BarSeries>>;
  /** Minutes of the tag price; empty for a spot market. */
  readonly tagMinutes: BarSeries;
  /** Oldest first. */
  readonly deals: DealRecord[];
}

/** Most candles of one query. @spec document 1, Limits */
const keptBars = 1000;

/** Minutes of a day: the 24-hour figures come from them. */
export const minutesOfDay = 1440;

/** Deals that can be asked for, and how many are held before the older half is forgotten. @spec document 2, Limits */
const keptDeals = 200;
const heldDeals = 2 * keptDeals;

type LongerSeries = MarketData["longer"];

function createLonger(): LongerSeries {
  return {
    "3min": [],
    "5min": [],
    "15min": [],
    "30min": [],
    "1hour": [],
    "2hour": [],
    "4hour": [],
    "6hour": [],
    "12hour": [],
    day: [],
    week: [],
  };
}

/** A market in which nothing was traded. */
export function createMarketData(): MarketData {
  return { minutes: [], longer: createLonger(), tagMinutes: [], deals: [] };
}

/** A minute is over: it goes into every longer period. */
function closeMinute({ minutes, longer }: MarketData): void {
  const closed = minutes[minutes.length - 1];
  if (closed === undefined) {
    return;
  }
  for (const period of longPeriods) {
    foldBar(longer[period], period, closed);
    forgetBars(longer[period], period, keptBars);
  }
  forgetBars(minutes, "1min", minutesOfDay);
}

/** Takes a whole minute into account that follows all others. */
export function noteMinute(data: MarketData, minute: Bar): void {
  closeMinute(data);
  data.minutes.push(minute);
}

/** Takes a trade into account. */
export function noteTrade(data: MarketData, trade: DealRecord): void {
  const { tradeId, price, quantity, takerDirection, tradedAtMs } = trade;
  const openedAtMs = periodStart("1min", tradedAtMs);
  let minute = data.minutes[data.minutes.length - 1];
  if (minute?.openedAtMs !== openedAtMs) {
    closeMinute(data);
    minute = flatBar(openedAtMs, price);
    data.minutes.push(minute);
  }
  extendBar(minute, price);
  minute.volume += quantity;
  minute.turnover += BigInt(quantity) * BigInt(price);
  minute.deals += 1;
  data.deals.push({ tradeId, price, quantity, takerDirection, tradedAtMs });
  if (data.deals.length >= heldDeals) {
    data.deals.splice(0, data.deals.length - keptDeals);
  }
}

/** Takes a tag price into account. */
export function noteTagPrice({ tagMinutes }: MarketData, price: number, atMs: number): void {
  const openedAtMs = periodStart("1min", atMs);
  const minute = tagMinutes[tagMinutes.length - 1];
  if (minute?.openedAtMs === openedAtMs) {
    extendBar(minute, price);
    return;
  }
  // A price is there all the time: what held before is where the minute begins.
  const bar = flatBar(openedAtMs, minute?.close ?? price);
  extendBar(bar, price);
  tagMinutes.push(bar);
  forgetBars(tagMinutes, "1min", keptBars);
}
