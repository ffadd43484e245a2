import type { ContractState } from "../contract/contract-state.js";
import { maintenance, unrealised } from "../contract/margin.js";
import { type ContractTerms, plainMaintenanceRate } from "../contract/terms.js";
import { add, type Fraction, zero } from "../exact/fraction.js";
import { oneRate } from "../exact/money.js";
import { isExact, product } from "../exact/plain.js";
import { legOf } from "./legs.js";
import { type Holding, type Position, sidesOf } from "./user.js";

/** Profit and maintenance of positions at the tag price, exactly. */
export interface Standing {
  readonly profit: Fraction;
  readonly maintenance: Fraction;
}

/** Maintenance rate × quantity of a side. */
function reserveOf(terms: ContractTerms, quantity: number): bigint {
  return quantity === 0 ? 0n : product(plainMaintenanceRate(terms, quantity), quantity);
}

/** Profit of both sides of a linear holding, in money. */
export function linearProfit({ units, mark }: ContractState, long: Position, short: Position): bigint {
  return product(long.quantity - short.quantity, mark.price) * units.factor - long.cost + short.cost;
}

/** How a linear holding stands: the general way below, in a tenth of its steps. A property holds one against the other. */
function linearStanding(contract: ContractState, { long, short }: Holding): Standing {
  const { terms, units, mark } = contract;
  const reserve = reserveOf(terms, long.quantity) + reserveOf(terms, short.quantity);
  return {
    profit: { numerator: linearProfit(contract, long, short), denominator: 1n },
    maintenance: { numerator: reserve * BigInt(mark.price) * units.factor, denominator: oneRate },
  };
}

/** How both sides of a holding stand at the tag price. */
export function standingOf(contract: ContractState, holding: Holding): Standing {
  const { terms, units, mark } = contract;
  if (units.kind === "linear") {
    return linearStanding(contract, holding);
  }
  const price = BigInt(mark.price);
  let profit = zero;
  let needed = zero;
  for (const position of sidesOf(holding)) {
    if (position.quantity === 0) {
      continue;
    }
    const leg = legOf(terms, position);
    profit = add(profit, unrealised(units, position.side, leg, price));
    needed = add(needed, maintenance(units, leg, price));
  }
  return { profit, maintenance: needed };
}

/** By how much the maintenance at the tag price grows when a side goes from one quantity to another; below 0 it shrinks. */
export function maintenanceGrowth({ terms, units, mark }: ContractState, from: number, to: number): Fraction {
  const [before, after] = [plainMaintenanceRate(terms, from) * from, plainMaintenanceRate(terms, to) * to];
  const reserve =
    isExact(before) && isExact(after) ? BigInt(after - before) : reserveOf(terms, to) - reserveOf(terms, from);
  const value = reserve * units.factor;
  const price = BigInt(mark.price);
  return units.kind === "linear"
    ? { numerator: value * price, denominator: oneRate }
    : { numerator: value, denominator: price * oneRate };
}
