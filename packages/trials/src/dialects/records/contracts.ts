import { decimal, integer, isoTime, msTime, present, type Shape, text } from "../shape.js";

/** Documents 1 and 2: contract information. */
export const contractValue: Shape = {
  pair: text,
  leverage_min: decimal,
  leverage_max: decimal,
  value: decimal,
  maker_fee: decimal,
  taker_fee: decimal,
  open_max_per: decimal,
  pending_max: integer,
  hold_max: decimal,
};

/** What clients read of contract information besides, by note 42. */
export const contractRisk: Shape = { risk_level_base: present, risk_level_dx: present };

/** Documents 1 and 2: precision of a contract. */
export const contractUnit: Shape = { pair: text, price_unit: integer };

/** What clients read of a contract's precision besides, by note 42. */
export const contractUnitRest: Shape = { vol_unit: present, value_unit: present };

/** Documents 1 and 2: funding rate. */
export const fundRate: Shape = { pair: text, fund_rate: decimal, createdAt: isoTime };

/** Documents 1 and 2: tag (mark) price. */
export const tagPrice: Shape = { close: decimal, priceTag: decimal, createdAt: isoTime };

/** Documents 1 and 2: kline. */
export const kline: Shape = { time: msTime, open: decimal, high: decimal, low: decimal, close: decimal, vol: decimal };

/** Documents 1 and 2: depth by REST; the lists are read one by one. */
export const restDepth: Shape = { pair: text, update_time: msTime, asks: present, bids: present };
