import type { ContractState } from "../contract/contract-state.js";
import { bankruptcyThreshold, unrealised } from "../contract/margin.js";
import { add, fraction, max, min, negate, roundDown, roundUp } from "../exact/fraction.js";
import type { ExchangeState } from "../state/exchange-state.js";
import type { PositionSite } from "../state/site.js";
import { crossFunds, crossStanding } from "./cross-equity.js";
import { legOf } from "./legs.js";
import type { Position } from "./user.js";

/** What else backs a cross position: the account's funds and what all other positions have gained or lost. */
function crossStake(state: ExchangeState, site: PositionSite): bigint {
  const { user, position } = site;
  const { units, terms, mark } = site.contract;
  const { coin } = site.holding;
  const profit = unrealised(units, position.side, legOf(terms, position), BigInt(mark.price));
  const others = add(crossStanding(state, user, coin).profit, negate(profit));
  return roundUp(add(fraction(crossFunds(state, user, coin)), others));
}

/**
 * What a user can lose on a cross position that is taken over before nothing is left of what stands behind it. What others have lost they
 * pay themselves, when their turn comes; below 0 the position has to bring so much, for a debt.
 */
export function atStake(state: ExchangeState, site: PositionSite): bigint {
  const funds = crossFunds(state, site.user, site.holding.coin);
  return max(min(0n, funds), crossStake(state, site));
}

function worstPrice(contract: ContractState, position: Position, stake: bigint): number | undefined {
  if (position.quantity === 0) {
    return undefined;
  }
  const found = bankruptcyThreshold(contract.units, position.side, legOf(contract.terms, position), stake);
  // A debt that no profit on this position could pay: no price is good enough.
  if (found === undefined && stake < 0n) {
    return position.side === "long" ? Number.MAX_SAFE_INTEGER : 0;
  }
  if (found === undefined) {
    return undefined;
  }
  return Number(position.side === "long" ? roundUp(found.price) : roundDown(found.price));
}

/** Whether closing a position at a price would lose more than this stake. */
export function isBeyondWorst(contract: ContractState, position: Position, stake: bigint, price: number): boolean {
  const worst = worstPrice(contract, position, stake);
  if (worst === undefined) {
    return false;
  }
  return position.side === "long" ? price < worst : price > worst;
}
