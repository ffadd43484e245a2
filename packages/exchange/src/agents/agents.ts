import type { MarketState } from "../state/exchange-state.js";
import type { Turn } from "../state/turn.js";
import type { Desk } from "./desk.js";
import { actMaker, openLadder } from "./market-maker.js";
import { actMomentum } from "./momentum-trader.js";
import { actResidents } from "./resident-strategy.js";
import { actRetail } from "./retail-trader.js";
import { actTakers } from "./taker.js";

/**
 * One tick of all agents of a market, in a fixed order. What they do follows from the state (their seed is in it) and
 * from nothing else, so a tick needs no further record.
 *
 * @param steps for how many steps of the index the tick stands
 */
export function actAgents(turn: Turn, market: MarketState, steps: number): void {
  const { state, events, drained } = turn;
  const { agents } = market;
  const desk: Desk = { state, market, random: agents.random, steps, events, drained };
  if (state.ticks === 1) {
    for (const maker of agents.makers) {
      openLadder(desk, maker);
    }
    return;
  }
  for (const maker of agents.makers) {
    actMaker(desk, maker);
  }
  actRetail(desk, agents.retail);
  actTakers(desk, agents.takers);
  actMomentum(desk, agents.momentum);
  actResidents(turn, market);
}
