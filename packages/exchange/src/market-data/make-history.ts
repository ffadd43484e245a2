import { klinePeriodMs } from "@depthwire/schema";
import {
  createRandomState,
  happens,
  nextInteger,
  nextNormal,
  nextUniform,
  type RandomState,
} from "../agents/random-state.js";
import type { MakeHistory } from "../command/venue-commands.js";
import { fundingRate } from "../contract/funding-rate.js";
import type { Market } from "../market/market.js";
import type { ExchangeState, MarketState } from "../state/exchange-state.js";
import type { Turn } from "../state/turn.js";
import { type Bar, extendBar, flatBar, mergeBar } from "./bar.js";
import { foldBar } from "./bar-series.js";
import { type GridBar, historyGrid } from "./history-grid.js";
import { pointsOfBar, walkBack } from "./history-walk.js";
import { type MarketData, noteMinute, noteTrade } from "./market-data.js";

/** Minutes at the end of which every trade is known: enough for the deals that can be asked for. */
const minutesOfDeals = 24;

/** Fewest deals of a minute, and how many more there may be. */
const dealsOfMinute = { least: 10, more: 30 } as const;

/** Minutes of the tag price that are made. */
const tagMinutes = 1000;

/** The coins whose worth in dollars does not move. */
const dollars: readonly string[] = ["USDT", "USD", "DAI"];

/** The walks of coins; markets of one coin share it, as they share the index. */
class Walks {
  readonly #seed: number;
  readonly #lengthsMs: readonly number[];
  readonly #walks: Map<string, Float64Array> = new Map();

  constructor(seed: number, grid: readonly GridBar[]) {
    this.#seed = seed;
    this.#lengthsMs = grid.map(({ lengthMs }) => lengthMs);
  }

  /** Prices of a market at its scale, {@link pointsOfBar} for each bar, and behind them the one at which it begins to live. */
  pricesOf({ coin, currency = "USD", initialPrice }: Market): Float64Array {
    const own = this.#walkOf(coin);
    const other = dollars.includes(currency) ? undefined : this.#walkOf(currency);
    return own.map((value, i) => Math.max(1, Math.floor((initialPrice * value) / (other?.[i] ?? 1) + 0.5)));
  }

  #walkOf(coin: string): Float64Array {
    const walk = this.#walks.get(coin) ?? walkBack(this.#seed, coin, this.#lengthsMs);
    this.#walks.set(coin, walk);
    return walk;
  }
}

/** A whole quantity that is traded in so many deals. */
function quantityOf(market: Market, random: RandomState, deals: number): number {
  const units = (market.typicalQuantity / market.contractUnit) * deals * (0.05 + 0.2 * nextUniform(random));
  return Math.max(deals, Math.floor(units)) * market.contractUnit;
}

/** The prices of a bar: those from `at` on, the one at which it ends included. */
interface Stretch {
  readonly prices: Float64Array;
  readonly at: number;
}

/** A bar that has these prices, before anything was traded in it. */
function spanOf(openedAtMs: number, { prices, at }: Stretch): Bar {
  const bar = flatBar(openedAtMs, prices[at] as number);
  for (let point = at + 1; point <= at + pointsOfBar; point++) {
    extendBar(bar, prices[point] as number);
  }
  return bar;
}

/** A bar whose deals nobody can ask for. */
function barOf(market: Market, random: RandomState, { openedAtMs, lengthMs }: GridBar, stretch: Stretch): Bar {
  const bar = spanOf(openedAtMs, stretch);
  const minutes = lengthMs / klinePeriodMs["1min"];
  bar.deals = (dealsOfMinute.least + nextInteger(random, dealsOfMinute.more)) * minutes;
  bar.volume = quantityOf(market, random, bar.deals);
  bar.turnover = (BigInt(bar.volume) * BigInt(bar.open + bar.close)) / 2n;
  return bar;
}

/** Whose past is made, and what decides it. */
interface Making {
  readonly state: ExchangeState;
  readonly market: MarketState;
  readonly random: RandomState;
}

/** The deals of a minute along its prices, the last one at its end. */
function makeDeals({ state, market, random }: Making, bar: GridBar, { prices, at: first }: Stretch): void {
  const count = dealsOfMinute.least + nextInteger(random, dealsOfMinute.more);
  const lengthMs = Math.min(bar.lengthMs - 1, state.now - bar.openedAtMs);
  for (let i = 0; i < count; i++) {
    const at = i / (count - 1);
    const price = prices[first + Math.floor(at * pointsOfBar)] as number;
    noteTrade(market.data, {
      tradeId: state.nextTradeId++,
      price,
      quantity: quantityOf(market.market, random, 1),
      takerDirection: happens(random, 0.5) ? "buy" : "sell",
      tradedAtMs: bar.openedAtMs + Math.floor(at * lengthMs),
    });
  }
}

/** A coarse bar goes into the periods that consist of such ones. */
function noteBar(data: MarketData, { periods }: GridBar, bar: Bar): void {
  if (periods.includes("1min")) {
    noteMinute(data, bar);
    return;
  }
  for (const period of periods) {
    if (period !== "1min") {
      foldBar(data.longer[period], period, bar);
    }
  }
}

/** The tag price was where trades were; the minute in which the market begins to live goes on from there. */
function makeTagMinutes(data: MarketData, past: readonly Bar[]): void {
  const [live] = data.tagMinutes;
  data.tagMinutes.length = 0;
  data.tagMinutes.push(...past);
  const last = past[past.length - 1];
  if (live === undefined || last === undefined) {
    return;
  }
  if (live.openedAtMs === last.openedAtMs) {
    mergeBar(last, live);
  } else {
    const bar = flatBar(live.openedAtMs, last.close);
    mergeBar(bar, live);
    data.tagMinutes.push(bar);
  }
}

function makeMarket(state: ExchangeState, market: MarketState, grid: readonly GridBar[], walks: Walks): void {
  const random = createRandomState(state.seed, `history of ${market.market.pair}`);
  const prices = walks.pricesOf(market.market);
  const firstDeals = grid.length - minutesOfDeals;
  const tagged: Bar[] = [];
  for (const [i, bar] of grid.entries()) {
    const stretch = { prices, at: i * pointsOfBar };
    if (i < firstDeals) {
      noteBar(market.data, bar, barOf(market.market, random, bar, stretch));
    } else {
      makeDeals({ state, market, random }, bar, stretch);
    }
    if (i >= grid.length - tagMinutes) {
      tagged.push(spanOf(bar.openedAtMs, stretch));
    }
  }
  if (market.contract !== undefined) {
    makeTagMinutes(market.data, tagged);
    const premiumSum = Math.floor(2_000_000 * nextNormal(random));
    market.contract.mark.fundingRate = fundingRate({ premiumSum, premiumCount: 1 });
  }
}

/**
 * The markets have a past: candles of every period, tag prices, the latest deals, the rate of the last funding. It follows from the seed and ends
 * where the markets begin to live. A market that has traded has a past already, and so has one that somebody outside makes.
 */
export function makeHistory({ state }: Turn, { ms }: MakeHistory): void {
  if (state.source === "feed") {
    return;
  }
  const grid = historyGrid(state.now, ms);
  const walks = new Walks(state.seed, grid);
  for (const market of state.markets.values()) {
    if (market.data.minutes.length === 0) {
      makeMarket(state, market, grid, walks);
    }
  }
}
