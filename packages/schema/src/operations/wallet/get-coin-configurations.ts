import { coinConfiguration } from "../../records/coin-configuration.js";
import { coinSymbol } from "../../records/scalars.js";
import { list, optional, record } from "../../shape/composite.js";
import { operation } from "../../shape/operation.js";
import type { ValueOf } from "../../shape/value.js";
import { signedCodes } from "../code-groups.js";

/**
 * Of which coin to tell.
 *
 * @spec document 2, Endpoints, Wallet and spot account; field note 30
 */
export const getCoinConfigurationsParams = record(
  "get-coin-configurations-params",
  {
    /** The coin; absent: all. Not documented, seen. */
    coin: optional("coin_symbol", coinSymbol),
  },
  { spec: "document 2, Endpoints, Wallet and spot account; field note 30" },
);

/** Decoded {@link getCoinConfigurationsParams}. */
export type GetCoinConfigurationsParams = ValueOf<typeof getCoinConfigurationsParams>;

/**
 * Tells whether and how coins can be deposited and withdrawn. No document shows parameters or answer.
 *
 * @spec document 2, Endpoints, Wallet and spot account; field note 30
 */
export const getCoinConfigurations = operation("getCoinConfigurations", {
  path: "/v3.1/transfer/coinConfig",
  auth: "signed-headers",
  permission: "read",
  params: getCoinConfigurationsParams,
  result: list(coinConfiguration),
  codes: signedCodes,
  purpose: "read",
  repeat: "freely",
  spec: "document 2, Endpoints, Wallet and spot account; field note 30",
});
