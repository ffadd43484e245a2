import { createRandomState, happens, nextHeavyTail, nextNormal, type RandomState } from "../agents/random-state.js";
import { commonVolatility } from "../market/index-price.js";

/** Prices within one bar: its beginning, its end, and between them. */
export const pointsOfBar = 4;

/** Milliseconds for which volatilities are given. */
const referenceStepMs = 100;

/** How much restlessness stays from one bar to the next one, how much is new, and its bounds. */
const restlessness = { stays: 0.97, noise: 0.16, least: 0.4, most: 3 } as const;

/** Largest move between two points, relative to the price. */
const maxMove = 0.05;

function nextRestlessness(random: RandomState, before: number): number {
  const { stays, noise, least, most } = restlessness;
  return Math.max(least, Math.min(most, 1 + stays * (before - 1) + noise * nextNormal(random)));
}

/**
 * What a coin was worth before, as multiples of what it is worth now: a seeded walk backwards, with the volatility of the index and clusters like it.
 *
 * @param lengthsMs of the bars, oldest first
 * @returns {@link pointsOfBar} values for each bar, oldest first, and behind them 1: what it is worth now
 */
export function walkBack(seed: number, coin: string, lengthsMs: readonly number[]): Float64Array {
  const random = createRandomState(seed, `history ${coin}`);
  const values = new Float64Array(lengthsMs.length * pointsOfBar + 1);
  let value = 1;
  let restless = 1;
  values[values.length - 1] = value;
  for (let bar = lengthsMs.length - 1; bar >= 0; bar--) {
    restless = nextRestlessness(random, restless);
    const steps = (lengthsMs[bar] as number) / pointsOfBar / referenceStepMs;
    const deviation = commonVolatility * restless * Math.sqrt(steps);
    for (let point = pointsOfBar - 1; point >= 0; point--) {
      const news = happens(random, 0.002) ? 1 + 3 * nextHeavyTail(random, 4) : 1;
      const move = deviation * nextNormal(random) * news;
      value /= 1 + Math.max(-maxMove, Math.min(maxMove, move));
      values[bar * pointsOfBar + point] = value;
    }
  }
  return values;
}
