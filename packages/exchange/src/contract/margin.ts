import { add, divideUp, type Fraction, fraction, negate, roundDown, roundUp } from "../exact/fraction.js";
import { oneRate, plainRate, rateStep } from "../exact/money.js";
import { partUp } from "../exact/plain.js";
import { type ContractUnits, exactValue, tradeValue } from "./units.js";

/** Which way a position profits. */
export type PositionSide = "long" | "short";

/** One side of a position in figures. */
export interface Leg {
  readonly quantity: bigint;
  /** What it cost, in money. */
  readonly cost: bigint;
  /** Its maintenance rate. */
  readonly maintenanceRate: bigint;
}

/** Nothing on this side. */
export const noLeg: Leg = { quantity: 0n, cost: 0n, maintenanceRate: 0n };

/** Profit of a side at a price, exactly. */
export function unrealised(units: ContractUnits, side: PositionSide, leg: Leg, price: bigint): Fraction {
  const value = exactValue(units, leg.quantity, price);
  const cost = fraction(leg.cost);
  const rises = (side === "long") === (units.kind === "linear");
  return rises ? add(value, negate(cost)) : add(cost, negate(value));
}

/** Margin without which a side is taken over at a price, exactly. */
export function maintenance(units: ContractUnits, leg: Leg, price: bigint): Fraction {
  const { numerator, denominator } = exactValue(units, leg.quantity, price);
  return fraction(numerator * leg.maintenanceRate, denominator * oneRate);
}

/** Margin that a cost asks for at a leverage, rounded up. */
export function initialMargin(cost: bigint, leverage: number): bigint {
  return partUp(cost, 1, leverage);
}

/** Where a position ends. */
export interface Threshold {
  readonly price: Fraction;
  /** The position ends when the price is on this side. */
  readonly ends: "below" | "above";
}

function threshold(numerator: bigint, denominator: bigint, ends: Threshold["ends"]): Threshold | undefined {
  if (denominator === 0n) {
    return undefined;
  }
  const price = fraction(numerator, denominator);
  return price.numerator > 0n ? { price, ends } : undefined;
}

/**
 * The price at which `equity` and the profit of both sides together are worth the maintenance: for one side alone, for both,
 * for a position with margin of its own (equity is its margin) and for one that the account backs.
 *
 * @returns nothing when there is no such price
 */
export function liquidationThreshold(
  { kind, factor }: ContractUnits,
  long: Leg,
  short: Leg,
  equity: bigint,
): Threshold | undefined {
  const net = (long.quantity - short.quantity) * oneRate;
  const reserve = long.maintenanceRate * long.quantity + short.maintenanceRate * short.quantity;
  if (kind === "linear") {
    const slope = net - reserve;
    return threshold((long.cost - short.cost - equity) * oneRate, slope * factor, slope > 0n ? "below" : "above");
  }
  const slope = net + reserve;
  return threshold(slope * factor, (equity + long.cost - short.cost) * oneRate, slope > 0n ? "below" : "above");
}

/** The maintenance rate at which the venue warns: a quarter more. */
export function warningRate(leg: Leg): Leg {
  return { ...leg, maintenanceRate: divideUp(leg.maintenanceRate * 5n, 4n) };
}

/** The price at which nothing of the equity is left. */
export function bankruptcyThreshold(
  units: ContractUnits,
  side: PositionSide,
  leg: Leg,
  equity: bigint,
): Threshold | undefined {
  const bare = { ...leg, maintenanceRate: 0n };
  return side === "long"
    ? liquidationThreshold(units, bare, noLeg, equity)
    : liquidationThreshold(units, noLeg, bare, equity);
}

/** A threshold in whole price units, rounded to the owner's disadvantage; 0 when there is none. */
export function shownThreshold(found: Threshold | undefined): bigint {
  if (found === undefined) {
    return 0n;
  }
  return found.ends === "below" ? roundUp(found.price) : roundDown(found.price);
}

/**
 * What an opening order holds back: margin, opening fee, and the closing fee at the bankruptcy price. Rounded up.
 *
 * @param price the price at which the order needs most money
 * @spec field note 34
 */
export function frozenFor(
  units: ContractUnits,
  side: PositionSide,
  order: { readonly quantity: number; readonly price: number; readonly leverage: number; readonly feeRate: number },
): bigint {
  const { leverage, feeRate } = order;
  // Value at bankruptcy ÷ value = 1 ± 1/L: less for a linear long and for an inverse short.
  const falls = (side === "long") === (units.kind === "linear");
  const fees = falls ? 2 * leverage - 1 : 2 * leverage + 1;
  if (units.kind === "linear" && feeRate % rateStep === 0) {
    const steps = plainRate / rateStep;
    return partUp(
      tradeValue(units, order.quantity, order.price),
      steps + (feeRate / rateStep) * fees,
      leverage * steps,
    );
  }
  // Rates and leverages are small: these products are exact.
  const parts = BigInt(plainRate + feeRate * fees);
  const whole = BigInt(leverage * plainRate);
  if (units.kind === "linear") {
    return divideUp(tradeValue(units, order.quantity, order.price) * parts, whole);
  }
  return divideUp(BigInt(order.quantity) * units.factor * parts, BigInt(order.price) * whole);
}
