import { contractOf } from "../account/contract-of.js";
import { sidesOf, type UserState } from "../account/user.js";
import type { Turn } from "../state/turn.js";
import { liquidateCross } from "./cross.js";
import { liquidateFixed } from "./fixed.js";
import { dueUsers, lookAt } from "./look.js";
import { workOff } from "./work-off.js";

function liquidateUser(turn: Turn, user: UserState): void {
  const { state } = turn;
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
        liquidateFixed(turn, { market, contract, user, holding, position });
      }
    }
  }
  for (const coin of crossCoins) {
    liquidateCross(turn, user, coin);
  }
}

/**
 * Looks at every user to whom something can happen, after prices have moved or funding was paid, and at what was taken over before.
 *
 * @returns whether a user was deleveraged, who may no longer have enough margin
 */
export function liquidate(turn: Turn): boolean {
  const { state } = turn;
  // Whom it takes something from is touched by that, and nobody else is.
  for (const user of dueUsers(state)) {
    if (lookAt(state, user)) {
      liquidateUser(turn, user);
      lookAt(state, user);
    }
  }
  let hitsUser = false;
  for (const market of state.markets.values()) {
    hitsUser = workOff(turn, market) || hitsUser;
  }
  return hitsUser;
}
