import {
  addDecimals,
  compareDecimal,
  type coreTypes,
  divideDecimals,
  subtractDecimals,
  ValidationError,
} from "@depthwire/core";
import type { usdt } from "@depthwire/schema";
import { contractKindOf, orderValue } from "../money/position-money.js";

/** Limits that a caller sets for its own orders. What is undefined is not limited. */
export interface TradingLimits {
  /** Largest value that one order may fill at, in the settlement coin: one that may fill better than its price is reckoned at the tag price too. */
  readonly maxOrderValue?: string | undefined;
  /** Largest position that an opening order may reach if it fills, in the pair's quantity. */
  readonly maxPositionQuantity?: string | undefined;
  /** Most orders within any second. */
  readonly maxOrdersPerSecond?: number | undefined;
  /** How far a limit price may be from the tag price, as a ratio: `0.05` is 5 % to either side. */
  readonly priceCollar?: string | undefined;
}

/** What is known of the market when an order is checked. */
export interface KnownForLimits {
  readonly tagPrice?: string | undefined;
  /** What the account holds on the order's side, its waiting opening orders included. */
  readonly positionQuantity?: string | undefined;
  /** Orders sent within the last second. */
  readonly ordersInLastSecond: number;
  /** After how many milliseconds there are fewer of them than are allowed; undefined where there are. */
  readonly nextOrderInMs?: number | undefined;
}

/**
 * Holds an order against the caller's own limits. A limit that cannot be checked, because what it needs is not known, refuses too; that
 * refusal is `retryable`.
 *
 * @throws ValidationError `limit-exceeded`
 */
export function checkLimits(order: usdt.PlaceOrderInput, limits: TradingLimits, known: KnownForLimits): void {
  const { maxOrderValue, maxPositionQuantity, maxOrdersPerSecond, priceCollar } = limits;
  const isOpening = order.side === "open-long" || order.side === "open-short";
  if (maxOrdersPerSecond !== undefined) {
    const sent = known.ordersInLastSecond;
    const { nextOrderInMs } = known;
    const when = nextOrderInMs === undefined ? {} : { retryAfterMs: nextOrderInMs };
    const value = String(sent + 1);
    require(sent < maxOrdersPerSecond, {
      limit: "maxOrdersPerSecond",
      value,
      bound: String(maxOrdersPerSecond),
      ...when,
    });
  }
  if (maxOrderValue !== undefined) {
    requireAtMost("maxOrderValue", mostValueOf(order, known.tagPrice), maxOrderValue, noTagPrice);
  }
  if (maxPositionQuantity !== undefined && isOpening) {
    const held = known.positionQuantity;
    const reached = held === undefined ? undefined : addDecimals(held, order.quantity);
    requireAtMost("maxPositionQuantity", reached, maxPositionQuantity, "not known");
  }
  if (priceCollar !== undefined && order.type === "limit") {
    requireAtMost("priceCollar", distanceOf(order.price, known.tagPrice), priceCollar, noTagPrice);
  }
}

/** Whether an order can be held against the limits only where the tag price of its pair is known. */
export function needsTagPrice(order: usdt.PlaceOrderInput, { maxOrderValue, priceCollar }: TradingLimits): boolean {
  const isOfUse = order.type !== "limit" || mayBeWorthMore(order);
  return (maxOrderValue !== undefined && isOfUse) || (priceCollar !== undefined && order.type === "limit");
}

/**
 * The largest value that an order is expected to fill at. A limit order fills at its price or a better one: what is sold below the market fills at the
 * market, and is worth more there than at its own price; so is what is bought above it where the value is in the coin (inverse).
 *
 * @returns undefined where the tag price is needed and not known
 */
export function mostValueOf(order: usdt.PlaceOrderInput, tagPrice: string | undefined): string | undefined {
  const { pair, quantity, price, type } = order;
  const kind = contractKindOf(pair);
  const atTag = tagPrice === undefined ? undefined : orderValue(kind, quantity, tagPrice);
  if (type !== "limit") {
    return atTag;
  }
  const own = orderValue(kind, quantity, price);
  if (!mayBeWorthMore(order)) {
    return own;
  }
  return atTag === undefined || compareDecimal(atTag, own) > 0 ? atTag : own;
}

/** Whether a better price than its own makes an order worth more. */
export function mayBeWorthMore({ pair, side }: usdt.PlaceOrderInput): boolean {
  const isSell = side === "open-short" || side === "close-long";
  return contractKindOf(pair) === "inverse" ? !isSell : isSell;
}

function distanceOf(price: string, mark: string | undefined): string | undefined {
  if (mark === undefined || compareDecimal(mark, "0") <= 0) {
    return undefined;
  }
  const difference = subtractDecimals(price, mark);
  return divideDecimals(difference.replace("-", ""), mark, 10, "up");
}

/** What a limit says that needs a tag price. */
const noTagPrice = "not known: neither the venue nor the option tagPrice gives a tag price";

function requireAtMost(limit: string, value: string | undefined, bound: string, unknown: string): void {
  if (value === undefined) {
    // It may be known a moment later.
    throw new ValidationError("limit-exceeded", { limit, value: unknown, bound }, { retryable: true });
  }
  require(compareDecimal(value, bound) <= 0, { limit, value, bound });
}

function require(isFine: boolean, details: coreTypes.ValidationErrorDetails["limit-exceeded"]): void {
  if (!isFine) {
    throw new ValidationError("limit-exceeded", details);
  }
}
