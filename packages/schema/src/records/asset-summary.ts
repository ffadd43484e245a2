import { list, record, required } from "../shape/composite.js";
import type { ValueOf } from "../shape/value.js";
import { coinSymbol, money } from "./scalars.js";

/**
 * What a user has of one coin in the wallet or the spot account.
 *
 * @spec document 2, Resources, Wallet records, Asset summary
 */
export const assetBalance = record(
  "asset-balance",
  {
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
  },
  { spec: "document 2, Resources, Wallet records, Asset summary" },
);

/** Decoded {@link assetBalance}. */
export type AssetBalance = ValueOf<typeof assetBalance>;

/**
 * What a user has in the wallet or the spot account, with its worth.
 *
 * @spec document 2, Resources, Wallet records, Asset summary
 */
export const assetSummary = record(
  "asset-summary",
  {
    /** Worth of everything in BTC. */
    totalBtc: required("total_btc", money),
    /** Worth of everything in CNY. */
    totalCny: required("total_cny", money),
    /** Worth of everything in USD. */
    totalUsd: required("total_usd", money),
    /** One entry for each coin. */
    assets: required("assets_list", list(assetBalance)),
  },
  { spec: "document 2, Resources, Wallet records, Asset summary" },
);

/** Decoded {@link assetSummary}. */
export type AssetSummary = ValueOf<typeof assetSummary>;
