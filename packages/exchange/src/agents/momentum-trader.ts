import { agentAccounts, type MomentumState } from "./agents-state.js";
import { type Desk, takeNear } from "./desk.js";
import { happens } from "./random-state.js";

/** Weight of the newest price in the averages: about 6 s and 60 s of ticks. */
const fastWeight = 1 / 60;
const slowWeight = 1 / 600;

/** Relative distance of the averages that counts as a trend, and at which a trend is over. */
const trendStarts = 0.000_5;
const trendEnds = 0.000_1;

/** Largest position in typical sizes. */
const maxHeld = 6;

/** Chance to act in a tick. */
const eagerness = 0.08;

/** The momentum trader's turn: into a trend step by step, out when it has ended. */
export function actMomentum(desk: Desk, trader: MomentumState): void {
  const { lastPrice, market } = desk.market;
  if (trader.slowAverage === 0) {
    trader.fastAverage = lastPrice;
    trader.slowAverage = lastPrice;
  }
  trader.fastAverage += (lastPrice - trader.fastAverage) * fastWeight;
  trader.slowAverage += (lastPrice - trader.slowAverage) * slowWeight;
  if (!happens(desk.random, eagerness)) {
    return;
  }
  const trend = trader.fastAverage / trader.slowAverage - 1;
  const held = trader.inventory / market.typicalQuantity;
  const account = agentAccounts.momentum;
  if (trend > trendStarts && held < maxHeld) {
    takeNear(desk, account, "buy", market.typicalQuantity * 0.5);
  } else if (trend < -trendStarts && held > -maxHeld) {
    takeNear(desk, account, "sell", market.typicalQuantity * 0.5);
  } else if (Math.abs(trend) < trendEnds && Math.abs(held) > 0.01) {
    takeNear(desk, account, held > 0 ? "sell" : "buy", Math.abs(trader.inventory));
  }
}
