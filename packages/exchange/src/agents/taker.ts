import { indexUnits, volatilityRatio } from "../market/index-price.js";
import type { Direction } from "../market/market.js";
import { agentAccounts, quietIntensity, type TakersState } from "./agents-state.js";
import { type Desk, takeNear } from "./desk.js";
import { happens, nextHeavyTail, nextNormal, nextUniform } from "./random-state.js";

/** What is left of the excitement after one tick. */
const decay = 0.9;

/** How much one arrival adds to the expected arrivals of the next tick. Below 1 − decay, or bursts would never end. */
const excitement = 0.06;

/** Most arrivals in one tick. */
const maxArrivals = 6;

/** Chance of a large order per tick: about four an hour. */
const largeOrderChance = 0.000_1;

/** Size of a large order in typical sizes, and how many ticks it is spread over. */
const largeOrderSize = 40;
const largeOrderSlices = 150;

/** How far a price away from the index turns the flow against it. */
const pullPerThousandth = 0.8;

/** Chance that the next taker buys. */
function buyChance(desk: Desk, takers: TakersState): number {
  const price = indexUnits(desk.market.index);
  const premium = (desk.market.lastPrice / price - 1) * 1000;
  const chance = 0.5 + 0.25 * takers.pressure - pullPerThousandth * premium;
  return Math.max(0.05, Math.min(0.95, chance));
}

function arrivals(desk: Desk, takers: TakersState): number {
  // Restless times bring more people.
  const expected = takers.intensity * (0.5 + 0.5 * volatilityRatio(desk.market.index));
  let count = 0;
  // Independent chances of at most 1/2 each: close to a Poisson count, without its logarithm.
  for (let i = 0; i < maxArrivals * 2; i++) {
    if (happens(desk.random, Math.min(0.5, expected / (maxArrivals * 2)))) {
      count++;
    }
  }
  return count;
}

function workLargeOrder(desk: Desk, takers: TakersState): void {
  const typical = desk.market.market.typicalQuantity;
  if (takers.largeRemaining <= 0) {
    if (!happens(desk.random, largeOrderChance)) {
      return;
    }
    takers.largeDirection = happens(desk.random, 0.5) ? "buy" : "sell";
    takers.largeRemaining = Math.floor(typical * largeOrderSize * (0.5 + nextUniform(desk.random)));
  }
  const slice = Math.min(takers.largeRemaining, (typical * largeOrderSize) / largeOrderSlices);
  takers.largeRemaining = Math.max(0, takers.largeRemaining - Math.ceil(slice));
  takeNear(desk, agentAccounts.takers, takers.largeDirection, slice);
}

/** The takers' turn. */
export function actTakers(desk: Desk, takers: TakersState): void {
  takers.pressure = Math.max(-1, Math.min(1, takers.pressure * 0.98 + 0.12 * nextNormal(desk.random)));
  const count = arrivals(desk, takers);
  takers.intensity = quietIntensity + (takers.intensity - quietIntensity) * decay + excitement * count;
  for (let i = 0; i < count; i++) {
    const direction: Direction = happens(desk.random, buyChance(desk, takers)) ? "buy" : "sell";
    const size = 0.08 * nextHeavyTail(desk.random, 60);
    takeNear(desk, agentAccounts.takers, direction, desk.market.market.typicalQuantity * size);
  }
  workLargeOrder(desk, takers);
}
