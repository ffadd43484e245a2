import { contractOf } from "../account/contract-of.js";
import { sidesOf, type UserState } from "../account/user.js";
import type { ExchangeEvent } from "../event.js";
import type { ExchangeState } from "../exchange-state.js";
import { liquidateCross } from "./cross.js";
import { liquidateFixed } from "./fixed.js";
import { workOff } from "./work-off.js";

function liquidateUser(state: ExchangeState, user: UserState, events: ExchangeEvent[]): void {
  const crossCoins = new Set<string>();
  for (const holding of user.holdings.values()) {
    const market = state.markets.get(holding.pair);
    const held = sidesOf(holding).filter(({ quantity }) => quantity > 0);
    if (market === undefined || held.length === 0) {
      continue;
    }
    if (holding.mode === "cross") {
      crossCoins.add(holding.coin);
    } else {
      const contract = contractOf(state, holding);
      for (const position of held) {
        liquidateFixed(state, { market, contract, user, holding, position }, events);
      }
    }
  }
  for (const coin of crossCoins) {
    liquidateCross(state, user, coin, events);
  }
}

/**
 * Looks at every user after prices have moved or funding was paid, and at what was taken over before.
 *
 * @returns whether a user was deleveraged, who may not have enough margin any more
 */
export function liquidate(state: ExchangeState, events: ExchangeEvent[]): boolean {
  for (const user of state.users.values()) {
    liquidateUser(state, user, events);
  }
  let hitsUser = false;
  for (const market of state.markets.values()) {
    hitsUser = workOff(state, market, events) || hitsUser;
  }
  return hitsUser;
}
