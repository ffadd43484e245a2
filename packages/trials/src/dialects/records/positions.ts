import { among, decimal, id, integer, isoTime, type Kind, msTime, type Shape, text } from "../shape.js";

const positionSide: Kind = among(1, 2);
const mode: Kind = among(1, 2);
const changeType: Kind = among(1, 2, 3, 4, 5);

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
