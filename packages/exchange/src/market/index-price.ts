import {
  createRandomState,
  happens,
  nextHeavyTail,
  nextNormal,
  nextUniform,
  type RandomState,
} from "../agents/random-state.js";
import type { Market } from "./market.js";

/** How restless the market is at the moment. */
export type Regime = "calm" | "normal" | "wild";

/** What the world outside pays for the coin: a seeded random walk whose volatility moves in clusters. */
export interface IndexPrice {
  readonly random: RandomState;
  /** The walk of the pricing coin, when that moves too. */
  readonly currency: IndexPrice | undefined;
  /** Price × 10^priceScale × {@link microsPerUnit}: moves smaller than the smallest price step add up. */
  micros: number;
  regime: Regime;
  /** Relative standard deviation of one {@link referenceStepMs}. */
  volatility: number;
  /** Time of the last step in epoch milliseconds, 0 before the first. */
  steppedAtMs: number;
}

/** Resolution of {@link IndexPrice.micros} below one price unit. */
export const microsPerUnit = 1_000_000;

/** How far the operator may move the world's price from where it began, as a factor either way. */
const maxIndexFactor = 1000;

/** The prices that the operator may set, at the price scale: beyond them, what follows from a price would not be exact. */
export function indexBounds({ initialPrice }: Market): { readonly minPrice: number; readonly maxPrice: number } {
  const exact = Math.floor(Number.MAX_SAFE_INTEGER / microsPerUnit);
  return {
    minPrice: Math.max(1, Math.ceil(initialPrice / maxIndexFactor)),
    maxPrice: Math.min(initialPrice * maxIndexFactor, exact),
  };
}

/** The step for which volatilities are given. */
const referenceStepMs = 100;

/** About 60 % a year. */
export const commonVolatility = 0.000_034;

/** Longest time that one step stands for: after a pause the price must not jump. */
const maxStepMs = 2_000;

/** Volatility of a regime as a multiple of the common one, and its mean length in reference steps. */
const regimes: Readonly<Record<Regime, { readonly level: number; readonly meanSteps: number }>> = {
  calm: { level: 0.5, meanSteps: 18_000 },
  normal: { level: 1, meanSteps: 12_000 },
  wild: { level: 2.4, meanSteps: 4_000 },
};

/** Coins that are worth a dollar, more or less: in them a price moves with the traded coin alone. */
const dollars: readonly string[] = ["USDT", "USD", "DAI"];

function startWalk(coin: string, seed: number, micros: number, currency: IndexPrice | undefined): IndexPrice {
  const random = createRandomState(seed, `index ${coin}`);
  return { random, currency, micros, regime: "normal", volatility: commonVolatility, steppedAtMs: 0 };
}

/** The price at which the world starts. Markets of one coin share its walk: contracts and spot move together. */
export function createIndexPrice({ coin, currency = "USD", initialPrice }: Market, seed: number): IndexPrice {
  const inDollars = dollars.includes(currency);
  const other = inDollars ? undefined : startWalk(currency, seed, microsPerUnit * microsPerUnit, undefined);
  return startWalk(coin, seed, initialPrice * microsPerUnit, other);
}

/** By what the price falls because its currency has become worth more since the last step. */
function stepCurrency({ currency }: IndexPrice, at: number): number {
  if (currency === undefined) {
    return 1;
  }
  const before = currency.micros;
  stepIndex(currency, at);
  return before / currency.micros;
}

function nextRegime(random: RandomState, regime: Regime): Regime {
  if (regime !== "normal") {
    return "normal";
  }
  return nextUniform(random) < 0.6 ? "calm" : "wild";
}

/** Moves the index to the time `at`. @returns for how many reference steps that stands, which need not be whole */
export function stepIndex(index: IndexPrice, at: number): number {
  const elapsedMs = index.steppedAtMs === 0 ? 0 : Math.min(at - index.steppedAtMs, maxStepMs);
  index.steppedAtMs = at;
  const dilution = stepCurrency(index, at);
  if (elapsedMs <= 0) {
    return 0;
  }
  const { random } = index;
  const steps = elapsedMs / referenceStepMs;
  if (happens(random, steps / regimes[index.regime].meanSteps)) {
    index.regime = nextRegime(random, index.regime);
  }
  const target = commonVolatility * regimes[index.regime].level;
  // Reverts within about half a minute, with noise of its own; a tenth of the common value is the floor.
  const pull = Math.min(1, 0.004 * steps) * (target - index.volatility);
  const noise = 0.02 * index.volatility * nextNormal(random) * Math.sqrt(steps);
  index.volatility = Math.max(commonVolatility / 10, index.volatility + pull + noise);
  let change = index.volatility * Math.sqrt(steps) * nextNormal(random);
  // News: rare jumps with a heavy tail.
  if (happens(random, steps / 20_000)) {
    change += change * 8 * nextHeavyTail(random, 6);
  }
  const limited = Math.max(-0.05, Math.min(0.05, change));
  index.micros = Math.max(microsPerUnit, Math.floor(index.micros * (1 + limited) * dilution + 0.5));
  return steps;
}

/** Volatility against the common one: 1 is an ordinary market. */
export function volatilityRatio(index: IndexPrice): number {
  return index.volatility / commonVolatility;
}

/** The index at the price scale, with a fraction. */
export function indexUnits(index: IndexPrice): number {
  return index.micros / microsPerUnit;
}
