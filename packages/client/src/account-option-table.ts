import { abortSignal, anything, callback, type OptionTable, objectWith } from "@depthwire/core/internal";
import { callerOptionTable, traderOptionTable } from "@depthwire/rest/internal";
import type { AccountConnectOptions } from "./account.js";

const { addresses: _addresses, credential: _credential, serviceName: _serviceName, ...tuning } = callerOptionTable;

/** Rules for each option of calls, except addresses and credential. */
export const restTuningTable: OptionTable<NonNullable<AccountConnectOptions["rest"]>> = tuning;

/** Rules for each option of an account. The mirror checks its own options. */
export const accountOptionTable: OptionTable<AccountConnectOptions> = {
  trader: traderOptionTable,
  mirror: anything,
  intents: /* @__PURE__ */ objectWith("begin", "end"),
  delivered: /* @__PURE__ */ objectWith("begin", "delivered"),
  tagPrice: callback,
  rest: restTuningTable,
  exclusive: /* @__PURE__ */ objectWith("open"),
  signal: abortSignal,
};
