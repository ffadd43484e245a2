import type { Wire } from "./operations.spec-kit.js";

/** A price between the best bid (47739.6) and the best ask (47743.6) of a `4BTC_USDT` in which nobody has acted yet. */
export const inside = "47741";

function order(order_side: number, amount: string, price: string | undefined, more: Wire): Wire {
  const usual = { pair: "4BTC_USDT", amount, order_side, order_from: 6 };
  const priced = price === undefined ? { order_type: 1, price: "0" } : { order_type: 2, price };
  return { ...usual, ...priced, ...more };
}

/** Opens a long of BTC, or adds to it; without a price at the market. */
export function openLong(amount: string, price?: string, more: Wire = {}): Wire {
  return order(1, amount, price, more);
}

/** Opens a short of BTC, or adds to it; without a price at the market. */
export function openShort(amount: string, price?: string, more: Wire = {}): Wire {
  return order(2, amount, price, more);
}

/** Closes a long of BTC; without a price at the market. */
export function closeLong(amount: string, price?: string, more: Wire = {}): Wire {
  return order(3, amount, price, more);
}

/** Closes a short of BTC; without a price at the market. */
export function closeShort(amount: string, price?: string, more: Wire = {}): Wire {
  return order(4, amount, price, more);
}
