import { among, amount, msTime, numeric, present, type Shape, text } from "../shape.js";

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
