import { addDecimals, compareDecimal, isMultipleOf, subtractDecimals, ValidationError } from "@depthwire/core";
import { decimalsOf } from "@depthwire/core/internal";
import type { usdt } from "@depthwire/schema";
import { limits } from "@depthwire/schema/internal";
import { contractKindOf, orderValue } from "../money/position-money.js";
import { checkForm } from "./check-form.js";
import type { MarketFacts } from "./market-facts.js";

/**
 * Holds an order against its market before it is sent. Nothing is rounded: what does not fit is refused with the rule and the bound.
 *
 * @throws ValidationError `market-rule`; `value-invalid` where a value cannot be read at all
 * @spec document 1, Limits; document 2, Limits; document 1, Endpoints, Place order
 */
export function checkOrder(order: usdt.PlaceOrderInput, facts: MarketFacts): void {
  checkForm(order);
  checkQuantity(order, facts);
  checkPrice(order, facts);
  checkTriggers(order, facts);
  checkOpenOrders(order, facts);
  if (order.side === "open-long" || order.side === "open-short") {
    checkValue(order, facts);
    checkPosition(order, facts);
  } else {
    checkClosable(order, facts);
  }
}

function checkQuantity({ quantity }: usdt.PlaceOrderInput, { contract }: MarketFacts): void {
  const { contractValue, maxOrderQuantity } = contract;
  const min = limits.contractQuantity.min;
  require(compareDecimal(quantity, min) >= 0, "quantity", "at least the smallest quantity", quantity, min);
  require(isMultipleOf(
    quantity,
    contractValue,
  ), "quantity", "a multiple of the contract's unit", quantity, contractValue);
  require(compareDecimal(quantity, maxOrderQuantity) <=
    0, "quantity", "at most the largest single order", quantity, maxOrderQuantity);
}

function checkPrice({ type, price }: usdt.PlaceOrderInput, { priceScale }: MarketFacts): void {
  if (type === "limit") {
    require(compareDecimal(price, "0") > 0, "price", "greater than 0", price, "0");
    requireScale("price", price, priceScale);
  }
}

/** Trigger prices of a market order are held against the latest price; those of a limit order the operation's own rules check. */
function checkTriggers(order: usdt.PlaceOrderInput, { latestPrice, priceScale }: MarketFacts): void {
  for (const name of ["takeProfitTriggerPrice", "stopLossTriggerPrice", "takeProfitPrice", "stopLossPrice"] as const) {
    const price = order[name];
    if (price !== undefined) {
      requireScale(name, price, priceScale);
    }
  }
  if (order.type === "market" && latestPrice !== undefined) {
    const isLong = order.side === "open-long";
    requireSide("takeProfitTriggerPrice", order.takeProfitTriggerPrice, latestPrice, isLong ? "above" : "below");
    requireSide("stopLossTriggerPrice", order.stopLossTriggerPrice, latestPrice, isLong ? "below" : "above");
  }
}

function requireSide(path: string, price: string | undefined, latest: string, side: "above" | "below"): void {
  if (price !== undefined) {
    const order = compareDecimal(price, latest);
    require(side === "above" ? order > 0 : order < 0, path, `${side} the latest price`, price, latest);
  }
}

/** An order at the market waits nowhere; whether one that closes is still taken is left to the venue: nobody is kept in by a check of ours. */
function checkOpenOrders({ type, side }: usdt.PlaceOrderInput, { contract, openOrders }: MarketFacts): void {
  const opens = side === "open-long" || side === "open-short";
  if (openOrders !== undefined && type === "limit" && opens) {
    const count = openOrders.length;
    const max = contract.maxOpenOrders;
    require(count < max, "pair", "fewer open orders than may wait", String(count), String(max));
  }
}

/** Least value of an opening order in a linear contract. @spec document 2, Limits */
function checkValue({ pair, type, quantity, price }: usdt.PlaceOrderInput, { latestPrice }: MarketFacts): void {
  const at = type === "limit" ? price : latestPrice;
  if (at !== undefined && contractKindOf(pair) === "linear") {
    const value = orderValue("linear", quantity, at);
    const min = limits.valueInUsdt.min;
    require(compareDecimal(value, min) >= 0, "quantity", "worth at least the smallest order value", value, min);
  }
}

function checkPosition(
  { side, quantity }: usdt.PlaceOrderInput,
  { contract, positions, openOrders }: MarketFacts,
): void {
  if (positions !== undefined) {
    const waiting = (openOrders ?? []).filter((order) => order.side === side).map(restOf);
    const held = heldOf(positions, side === "open-long" ? "long" : "short").quantity;
    const reached = [...waiting, quantity].reduce((sum, more) => addDecimals(sum, more), held);
    const max = contract.maxPositionQuantity;
    require(compareDecimal(reached, max) <= 0, "quantity", "within the largest position", reached, max);
  }
}

function checkClosable({ side, quantity }: usdt.PlaceOrderInput, { positions }: MarketFacts): void {
  if (positions !== undefined) {
    const { closable } = heldOf(positions, side === "close-long" ? "long" : "short");
    require(compareDecimal(quantity, closable) <=
      0, "quantity", "at most what the position has left to close", quantity, closable);
  }
}

function restOf({ quantity, dealQuantity }: { readonly quantity: string; readonly dealQuantity: string }): string {
  return subtractDecimals(quantity, dealQuantity);
}

function heldOf(
  positions: NonNullable<MarketFacts["positions"]>,
  side: "long" | "short",
): { readonly quantity: string; readonly closable: string } {
  const position = positions.find((one) => one.side === side);
  return { quantity: position?.quantity ?? "0", closable: position?.closableQuantity ?? "0" };
}

function requireScale(path: string, price: string, scale: number): void {
  require(decimalsOf(price) <= scale, path, "no finer than the pair's prices", price, `${scale} decimals`);
}

function require(isFine: boolean, path: string, rule: string, value: string, bound: string): void {
  if (!isFine) {
    throw new ValidationError("market-rule", { path, rule, value, bound });
  }
}
