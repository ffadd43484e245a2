import { amount, integer, msTime, present, type Shape, text } from "../shape.js";

/** Document 2: a spot pair. */
export const spotPair: Shape = { id: present, pair: text, decimal: integer };

/** Document 2: 24 hours of a market. */
export const spotMarket: Shape = {
  id: present,
  coin_symbol: text,
  currency_symbol: text,
  last: amount,
  high: amount,
  low: amount,
  change: present,
  percent: text,
  vol24H: amount,
  amount,
  last_cny: amount,
  high_cny: amount,
  low_cny: amount,
  last_usd: amount,
  high_usd: amount,
  low_usd: amount,
};

/** Document 2: a deal. */
export const spotDeal: Shape = { pair: text, price: amount, amount, time: msTime, side: present };

/** Document 2: a ticker. */
export const spotTicker: Shape = {
  pair: text,
  buy: amount,
  buy_amount: amount,
  sell: amount,
  sell_amount: amount,
  high: amount,
  low: amount,
  last: amount,
  timestamp: msTime,
  vol: amount,
  percent: text,
  last_cny: amount,
  last_usd: amount,
};
