import { list, record, required } from "../shape/composite.js";
import type { RecordOf, RecordValue } from "../shape/value.js";
import { coinSymbol, money } from "./scalars.js";

const assetBalanceFields = {
  /** The coin. */
  coin: required("coin_symbol", coinSymbol),
  /** Free to be used. */
  available: required("balance", money),
  /** Held back. */
  frozen: required("freeze", money),
  /** Worth in BTC. */
  valueBtc: required("BTCValue", money),
  /** Worth in CNY. */
  valueCny: required("CNYValue", money),
  /** Worth in USD. */
  valueUsd: required("USDValue", money),
};

/** What a user has of one coin in the wallet or the spot account. */
export const assetBalance: RecordOf<typeof assetBalanceFields, AssetBalance> = /* @__PURE__ */ record(
  "asset-balance",
  assetBalanceFields,
  { spec: "document 2, Resources, Wallet records, Asset summary" },
);

/** Decoded {@link assetBalance}. */
export interface AssetBalance extends RecordValue<typeof assetBalanceFields> {}

const assetSummaryFields = {
  /** Worth of everything in BTC. */
  totalBtc: required("total_btc", money),
  /** Worth of everything in CNY. */
  totalCny: required("total_cny", money),
  /** Worth of everything in USD. */
  totalUsd: required("total_usd", money),
  /** One entry for each coin. */
  assets: required("assets_list", list(assetBalance)),
};

/** What a user has in the wallet or the spot account, with its worth. */
export const assetSummary: RecordOf<typeof assetSummaryFields, AssetSummary> = /* @__PURE__ */ record(
  "asset-summary",
  assetSummaryFields,
  { spec: "document 2, Resources, Wallet records, Asset summary" },
);

/** Decoded {@link assetSummary}. */
export interface AssetSummary extends RecordValue<typeof assetSummaryFields> {}
