import { crossFunds, crossStanding } from "../account/cross-equity.js";
import type { UserState } from "../account/user.js";
import type { ContractState } from "../contract/contract-state.js";
import { maintenance, type PositionSide, unrealised } from "../contract/margin.js";
import { maintenanceRateOf } from "../contract/terms.js";
import { add, compare, fraction } from "../exact/fraction.js";
import type { ExchangeState } from "../state/exchange-state.js";

/** A position with margin of its own, or a part of one. */
export interface BackedPosition {
  readonly side: PositionSide;
  readonly quantity: number;
  readonly cost: bigint;
  readonly margin: bigint;
}

/** Whether margin and profit of a position are worth less than its maintenance at the tag price: exactly, without rounding. */
export function isFixedUnderwater({ terms, units, mark }: ContractState, one: BackedPosition): boolean {
  if (one.quantity === 0) {
    return false;
  }
  const maintenanceRate = maintenanceRateOf(terms, one.quantity);
  const leg = { quantity: BigInt(one.quantity), cost: one.cost, maintenanceRate };
  const price = BigInt(mark.price);
  const equity = add(fraction(one.margin), unrealised(units, one.side, leg, price));
  return compare(equity, maintenance(units, leg, price)) < 0;
}

/** Whether a user's funds and the profit of all cross positions are worth less than their maintenance together. */
export function isCrossUnderwater(state: ExchangeState, user: UserState, coin: string): boolean {
  const { profit, maintenance: needed } = crossStanding(state, user, coin);
  return compare(add(fraction(crossFunds(state, user, coin)), profit), needed) < 0;
}
