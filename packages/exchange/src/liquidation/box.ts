import { legOf } from "../account/legs.js";
import { standingOf } from "../account/standing.js";
import type { Holding, Position } from "../account/user.js";
import type { ContractState } from "../contract/contract-state.js";
import { type Leg, noLeg } from "../contract/margin.js";
import type { ContractUnits } from "../contract/units.js";
import { add, divideDown, divideUp, type Fraction, negate } from "../exact/fraction.js";
import { oneRate } from "../exact/money.js";
import { everywhere, type MarkRange, nowhere } from "./mark-range.js";

function atLeast(price: bigint): MarkRange {
  return price > BigInt(everywhere.highest) ? nowhere : { ...everywhere, lowest: price > 0n ? Number(price) : 0 };
}

function atMost(price: bigint): MarkRange {
  if (price <= 0n) {
    return nowhere;
  }
  return price > BigInt(everywhere.highest) ? everywhere : { ...everywhere, highest: Number(price) };
}

/** The tag prices at which `equity` and the profit of both sides are worth at least their maintenance: exactly, in whole price units. */
export function safeRange({ kind, factor }: ContractUnits, long: Leg, short: Leg, equity: bigint): MarkRange {
  const net = (long.quantity - short.quantity) * oneRate;
  const reserve = long.maintenanceRate * long.quantity + short.maintenanceRate * short.quantity;
  if (kind === "linear") {
    // fixed + slope × price ≥ 0
    const fixed = (equity - long.cost + short.cost) * oneRate;
    const slope = (net - reserve) * factor;
    if (slope === 0n) {
      return fixed >= 0n ? everywhere : nowhere;
    }
    return slope > 0n ? atLeast(divideUp(-fixed, slope)) : atMost(divideDown(fixed, -slope));
  }
  // slope × price − fixed ≥ 0
  const slope = (equity + long.cost - short.cost) * oneRate;
  const fixed = (net + reserve) * factor;
  if (slope === 0n) {
    return fixed <= 0n ? everywhere : nowhere;
  }
  return slope > 0n ? atLeast(divideUp(fixed, slope)) : atMost(divideDown(-fixed, -slope));
}

/** How a holding in cross mode stands at the tag price: its profit less its maintenance, exactly. */
export function headroomOf(contract: ContractState, holding: Holding): Fraction {
  const { profit, maintenance } = standingOf(contract, holding);
  return add(profit, negate(maintenance));
}

/** The tag prices at which a holding in cross mode stands no worse than that `allowed` still makes up for it. */
export function crossRange({ terms, units }: ContractState, holding: Holding, allowed: bigint): MarkRange {
  return safeRange(units, legOf(terms, holding.long), legOf(terms, holding.short), allowed);
}

/** The tag prices at which a position with margin of its own stays. */
export function fixedRange({ terms, units }: ContractState, position: Position): MarkRange {
  if (position.quantity === 0) {
    return everywhere;
  }
  const leg = legOf(terms, position);
  const { balance } = position.margin;
  return position.side === "long" ? safeRange(units, leg, noLeg, balance) : safeRange(units, noLeg, leg, balance);
}
