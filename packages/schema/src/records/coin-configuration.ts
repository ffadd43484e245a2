import { record, required } from "../shape/composite.js";
import { flag, integer } from "../shape/scalar.js";
import type { RecordOf, RecordValue } from "../shape/value.js";
import { coinSymbol, moneyAsNumber } from "./scalars.js";

const fields = {
  /** The coin. */
  coin: required("coin_symbol", coinSymbol),
  /** Whether the coin is in use. */
  active: required("is_active", flag("integer")),
  /** Decimals of an amount. */
  scale: required("original_decimals", integer({ min: 0, max: 38 })),
  /** Whether deposits are taken. */
  depositEnabled: required("enable_deposit", flag("integer")),
  /** Whether withdrawals are taken. */
  withdrawalEnabled: required("enable_withdraw", flag("integer")),
  /** What a withdrawal costs. */
  withdrawalFee: required("withdraw_fee", moneyAsNumber),
  /** What a withdrawal must exceed. */
  minWithdrawal: required("withdraw_min", moneyAsNumber),
};

/** Whether and how a coin can be deposited and withdrawn. */
export const coinConfiguration: RecordOf<typeof fields, CoinConfiguration> = /* @__PURE__ */ record(
  "coin-configuration",
  fields,
  {
    spec: "document 2, Endpoints, Wallet and spot account; field note 30",
  },
);

/** Decoded {@link coinConfiguration}. */
export interface CoinConfiguration extends RecordValue<typeof fields> {}
