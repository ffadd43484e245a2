import {
  among,
  attachedPrice,
  clientId,
  decimal,
  id,
  integer,
  isoTime,
  type Kind,
  msTime,
  present,
  type Shape,
  text,
} from "../shape.js";

const orderSide: Kind = among(1, 2, 3, 4);
const positionSide: Kind = among(1, 2);
const orderStatus: Kind = among(1, 2, 3, 4, 5, 100);

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

/** Document 1: placing an order is answered so. */
export const placed: Shape = { order_id: id, client_oid: clientId, status: orderStatus };

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
