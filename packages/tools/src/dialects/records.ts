import {
  among,
  amount,
  attachedPrice,
  clientId,
  decimal,
  id,
  integer,
  isoTime,
  type Kind,
  msTime,
  numeric,
  present,
  type Shape,
  text,
} from "./shape.js";

const orderSide: Kind = among(1, 2, 3, 4);
const positionSide: Kind = among(1, 2);
const mode: Kind = among(1, 2);
const orderStatus: Kind = among(1, 2, 3, 4, 5, 100);
const changeType: Kind = among(1, 2, 3, 4, 5);

/** Document 1: Order, short-key form. */
export const shortOrder: Shape = {
  oi: id,
  coi: clientId,
  pi: text,
  sd: orderSide,
  p: decimal,
  q: decimal,
  dp: decimal,
  eq: decimal,
  f: decimal,
  fb: decimal,
  fb0: decimal,
  fz: decimal,
  r: integer,
  s: orderStatus,
  t: msTime,
  ui: integer,
  of: integer,
  bt: integer,
  tw: attachedPrice,
  tl: attachedPrice,
  pw: attachedPrice,
  pl: attachedPrice,
};

/** Documents 1 and 2: Order, long-name form. */
export const longOrder: Shape = {
  id: integer,
  user_id: integer,
  coin_symbol: text,
  pair: text,
  side: orderSide,
  order_type: among(1, 2),
  price: decimal,
  amount_coin: decimal,
  freeze: decimal,
  price_deal: decimal,
  deal_coin: decimal,
  deal_num: integer,
  fee: decimal,
  fee_bix: decimal,
  fee_bix0: decimal,
  status: orderStatus,
  reason: integer,
  fee_rate_maker: decimal,
  fee_rate_taker: decimal,
  client_oid: integer,
  order_from: integer,
  createdAt: isoTime,
  updatedAt: isoTime,
};

/** Documents 1 and 2: Fill, long-name form. */
export const longFill: Shape = {
  id,
  coin_symbol: text,
  pair: text,
  side: orderSide,
  order_from: integer,
  price: decimal,
  deal_price: decimal,
  deal_coin: decimal,
  fee: decimal,
  fee_bix: decimal,
  fee_bix0: decimal,
  is_maker: among(0, 1),
  createdAt: isoTime,
};

/** Document 1: pushed fill. `ep` is the executed quantity, by note 17. */
export const pushedFill: Shape = {
  oi: id,
  ui: integer,
  id,
  coi: clientId,
  pi: text,
  sd: orderSide,
  of: integer,
  p: decimal,
  dp: decimal,
  f: decimal,
  fb0: decimal,
  fb: decimal,
  im: present,
  t: msTime,
  s: present,
  ot: present,
  q: decimal,
  ep: decimal,
};

/** Documents 1 and 2: position change record, query form. */
export const changeRecord: Shape = {
  id,
  user_id: integer,
  coin_symbol: text,
  pair: text,
  side: positionSide,
  model: mode,
  log_type: changeType,
  hold_coin_dx: decimal,
  hold_coin: decimal,
  price_log: decimal,
  price_open: decimal,
  profit: decimal,
  fee: decimal,
  fee_bix: decimal,
  fee_bix0: decimal,
  createdAt: isoTime,
  updatedAt: isoTime,
};

/** Document 1: position change record, pushed form. */
export const pushedChange: Shape = {
  id,
  user_id: integer,
  type: changeType,
  mode,
  pair: text,
  price: decimal,
  hold_dx: decimal,
  order_side: positionSide,
  time: msTime,
};

/** Document 1: Position, short-key form. */
export const position: Shape = {
  l: decimal,
  sd: positionSide,
  pa: decimal,
  ui: integer,
  pf: decimal,
  md: mode,
  lc: decimal,
  pi: text,
  mg: decimal,
  hc: decimal,
  po: decimal,
  pp: decimal,
  ps: decimal,
};

/** Document 1: Contract asset. */
export const contractAsset: Shape = {
  b: decimal,
  c: text,
  u: integer,
  ff: decimal,
  fc: decimal,
  mf: decimal,
  mc: decimal,
};

/** Document 1: Plan order. */
export const planOrder: Shape = {
  oi: id,
  pi: text,
  pr: decimal,
  tp: decimal,
  q: decimal,
  sd: positionSide,
  pt: among(1, 2),
  bt: among(1, 2),
  s: among(1, 2, 3, 4, 5),
};

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

/** Document 1: placing an order is answered so. */
export const placed: Shape = { order_id: id, client_oid: clientId, status: orderStatus };

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

/** Document 2: totals of a wallet or account. */
export const assetSummary: Shape = { total_btc: amount, total_cny: amount, total_usd: amount, assets_list: present };

/** Document 2: one coin of a summary. */
export const summaryCoin: Shape = {
  coin_symbol: text,
  balance: amount,
  freeze: amount,
  BTCValue: amount,
  CNYValue: amount,
  USDValue: amount,
};

/** Document 2: deposit. */
export const deposit: Shape = {
  id: present,
  to: text,
  tx_id: text,
  coin_symbol: text,
  chain_type: present,
  confirmCount: present,
  amount,
  createdAt: msTime,
  status: among(1, 2, 3),
};

/** Document 2: withdrawal. */
export const withdrawal: Shape = {
  id: present,
  to_address: text,
  tx_id: present,
  coin_symbol: text,
  chain_type: present,
  amount_real: amount,
  amount,
  fee: amount,
  createdAt: msTime,
  memo: text,
  status: among(1, 2, 3, 4),
};

/** Note 30: configuration of a coin. */
export const coinConfiguration: Shape = {
  coin_symbol: text,
  is_active: numeric,
  original_decimals: numeric,
  enable_deposit: numeric,
  enable_withdraw: numeric,
  withdraw_fee: numeric,
  withdraw_min: numeric,
};
