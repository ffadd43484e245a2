import { abortSignal, anything, callback, type OptionTable, objectWith } from "@depthwire/core/internal";
import { callerOptionTable, traderOptionTable } from "@depthwire/rest/internal";
import type { AccountConnectOptions } from "./account.js";

const { addresses: _addresses, credential: _credential, serviceName: _serviceName, ...tuning } = callerOptionTable;

/** What each option of calls may be, besides where they go and who makes them. */
export const restTuningTable: OptionTable<NonNullable<AccountConnectOptions["rest"]>> = tuning;

/** What each option of an account may be. Those of the mirror are looked at where they are used. */
export const accountOptionTable: OptionTable<AccountConnectOptions> = {
  trader: traderOptionTable,
  mirror: anything,
  intents: /* @__PURE__ */ objectWith("begin", "end"),
  delivered: /* @__PURE__ */ objectWith("begin", "delivered"),
  tagPrice: callback,
  rest: restTuningTable,
  signal: abortSignal,
};
