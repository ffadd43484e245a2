import type { ContractTerms } from "../contract/terms.js";

/** Which of the service's three product lines a market belongs to; its pair name says the same. */
export type MarketFamily = "usdt-margined" | "coin-margined" | "spot";

/** What is fixed about one market. Prices and quantities are integers at the market's scales from here on inwards. */
export interface Market {
  /** The name on the wire, `4BTC_USDT`. */
  readonly pair: string;
  readonly family: MarketFamily;
  /** The coin that is traded, `BTC`. */
  readonly coin: string;
  /** The coin that a spot market's prices are in; absent for a contract. */
  readonly currency?: string;
  /** Decimal places of a price: price on the wire × 10^priceScale is the integer. */
  readonly priceScale: number;
  /** Decimal places of a quantity: quantity on the wire × 10^quantityScale is the integer. */
  readonly quantityScale: number;
  /** Smallest quantity and step of all quantities (the contract's `value`), at the quantity scale. */
  readonly contractUnit: number;
  /** Largest quantity of one order, at the quantity scale. */
  readonly maxOrderQuantity: number;
  /** Where the index starts, at the price scale. */
  readonly initialPrice: number;
  /** A common size of an agent's order, at the quantity scale; a multiple of the contract unit. */
  readonly typicalQuantity: number;
  /** What a contract market asks of its users; absent: the usual terms. */
  readonly terms?: ContractTerms;
}

/** Which way an order takes the book. */
export type Direction = "buy" | "sell";

/**
 * What an order does to its owner's position.
 *
 * @spec document 1, Resources, Enumerations, order side
 */
export type OrderSide = "open-long" | "open-short" | "close-long" | "close-short";

/** The other way. */
export function opposite(direction: Direction): Direction {
  return direction === "buy" ? "sell" : "buy";
}

/** Opening long and closing short buy; the others sell. */
export function directionOf(side: OrderSide): Direction {
  return side === "open-long" || side === "close-short" ? "buy" : "sell";
}
