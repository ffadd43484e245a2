import { divideDown, type Fraction } from "../exact/fraction.js";
import { powerOfTen, scaledText } from "../exact/money.js";
import type { Market } from "../market.js";
import type { OrderSource } from "../order/order-record.js";

/** Decimal places of averages. */
const averageScale = 10;

/** Ids on the wire lie above 2^53, as those of deployments do: a client that reads them as numbers shows it at once. */
const wireIdBase = 11_258_999_068_426_240n;

/** A price as text. */
export function priceText(market: Market, price: number | bigint): string {
  return scaledText(price, market.priceScale);
}

/** A quantity as text. */
export function quantityText(market: Market, quantity: number): string {
  return scaledText(quantity, market.quantityScale);
}

/** An average price as text: ten decimals, the rest cut off. */
export function averageText(market: Market, average: Fraction): string {
  const scaled = average.numerator * powerOfTen(averageScale - market.priceScale);
  return scaledText(divideDown(scaled, average.denominator), averageScale);
}

/** The id of an order, plan, fill or change as clients see it. @spec field note 29 */
export function wireId(id: number): string {
  return String(wireIdBase + BigInt(id));
}

/** The number behind an id that a client sent; nothing when it can be none. */
export function readWireId(text: string): number | undefined {
  if (!/^[0-9]{1,19}$/.test(text)) return undefined;
  const id = BigInt(text) - wireIdBase;
  return id > 0n && id <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(id) : undefined;
}

/** Where an order came from, as the schema's enumeration has it: 4 is seen in records of orders that nobody placed by API. */
export type WireSource = "api" | "unknown:4";

/** @spec document 1, Resources, Enumerations, order source */
export function wireSource(source: OrderSource): WireSource {
  return source === "api" ? "api" : "unknown:4";
}
