import { type Fraction, fraction } from "../exact/fraction.js";
import { moneyScale, powerOfTen } from "../exact/money.js";
import { product } from "../exact/plain.js";

/** Linear contracts count in coin and settle in USDT; inverse ones count in USD and settle in the coin. */
export type ContractKind = "linear" | "inverse";

/** How integers of a market turn into money. */
export interface ContractUnits {
  readonly kind: ContractKind;
  /** Linear: money = quantity × price × factor. Inverse: money = quantity × factor ÷ price. */
  readonly factor: bigint;
}

/**
 * The units of a contract market. Linear values are exact in money, so their scales must fit into it.
 *
 * @throws RangeError when they do not
 */
export function contractUnits(kind: ContractKind, priceScale: number, quantityScale: number): ContractUnits {
  const exponent =
    kind === "linear" ? moneyScale - priceScale - quantityScale : moneyScale + priceScale - quantityScale;
  if (exponent < 0) {
    throw new RangeError("price and quantity are finer than money");
  }
  return { kind, factor: powerOfTen(exponent) };
}

/** What a quantity is worth at a price, exactly. */
export function exactValue({ kind, factor }: ContractUnits, quantity: bigint, price: bigint): Fraction {
  return kind === "linear" ? fraction(quantity * price * factor) : fraction(quantity * factor, price);
}

/**
 * What a quantity costs at a price: exact for linear contracts, rounded down for inverse ones. Both parties of a trade book
 * the same number, so that profit and loss cancel out to the last digit.
 */
export function costOf({ kind, factor }: ContractUnits, quantity: bigint, price: bigint): bigint {
  return kind === "linear" ? quantity * price * factor : (quantity * factor) / price;
}

/** What a quantity costs at a price, both as the market counts them. */
export function tradeValue(units: ContractUnits, quantity: number, price: number): bigint {
  return units.kind === "linear"
    ? product(quantity, price) * units.factor
    : costOf(units, BigInt(quantity), BigInt(price));
}

/** How much finer than money the costs are kept from which average prices are shown. */
const fineness = powerOfTen(20);

/**
 * What a quantity costs at a price, so fine that its average shows the price again to the last of ten decimals; rounded down. For
 * average prices alone: what is owed follows from {@link costOf}, whose rounding would show in them.
 */
export function fineCostOf({ kind, factor }: ContractUnits, quantity: bigint, price: bigint): bigint {
  return costOf({ kind, factor: factor * fineness }, quantity, price);
}

/** The same of a trade whose value is known. */
export function fineTradeValue(units: ContractUnits, quantity: number, price: number, value: bigint): bigint {
  return units.kind === "linear" ? value * fineness : fineCostOf(units, BigInt(quantity), BigInt(price));
}

/** The average price of what cost this much by {@link fineCostOf}. */
export function averageOfFine({ kind, factor }: ContractUnits, quantity: bigint, fineCost: bigint): Fraction {
  return averagePrice({ kind, factor: factor * fineness }, quantity, fineCost);
}

/** The price at which a quantity costs this much: the average price of a position; harmonic for inverse contracts. */
export function averagePrice({ kind, factor }: ContractUnits, quantity: bigint, cost: bigint): Fraction {
  if (quantity === 0n || cost === 0n) {
    return fraction(0n);
  }
  return kind === "linear" ? fraction(cost, quantity * factor) : fraction(quantity * factor, cost);
}
