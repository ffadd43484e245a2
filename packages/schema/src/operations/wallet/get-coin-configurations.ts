import { coinConfiguration } from "../../records/coin-configuration.js";
import { coinSymbol } from "../../records/scalars.js";
import { list, optional, record } from "../../shape/composite.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import type { InputFields, ListOf, RecordOf, RecordValue } from "../../shape/value.js";
import { signedCodes } from "../code-groups.js";

const fields = {
  /** The coin; absent: all. Not documented, seen. */
  coin: optional("coin_symbol", coinSymbol),
};

/** Coin whose configuration to return. */
export const getCoinConfigurationsParams: RecordOf<typeof fields, GetCoinConfigurationsParams> = /* @__PURE__ */ record(
  "get-coin-configurations-params",
  fields,
  { spec: "document 2, Endpoints, Wallet and spot account; field note 30" },
);

/** Decoded {@link getCoinConfigurationsParams}. */
export interface GetCoinConfigurationsParams extends RecordValue<typeof fields> {}

/** What a caller passes as {@link getCoinConfigurationsParams}: plain text where the decoded form is branded. */
export interface GetCoinConfigurationsInput extends InputFields<GetCoinConfigurationsParams> {}

/** Tells whether and how coins can be deposited and withdrawn. No document shows parameters or answer. */
export const getCoinConfigurations: OperationOf<
  typeof getCoinConfigurationsParams,
  ListOf<typeof coinConfiguration>,
  GetCoinConfigurationsInput
> = operation("getCoinConfigurations", {
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
