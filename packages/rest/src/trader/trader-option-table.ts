import { callback, decimalText, numberAbove0, type OptionTable, oneOf, wholeFrom } from "@depthwire/core/internal";
import { callOptionTable } from "../call/call-options.js";
import { haltOptionTable } from "../halt/halt-order.js";
import { outcomeOptionTable } from "../outcome/resolve-orders.js";
import type { TradingLimits } from "../safety/trading-limits.js";
import type { PlaceOptions, TraderOptions } from "./trader-options.js";

const limits: OptionTable<TradingLimits> = {
  maxOrderValue: decimalText,
  maxPositionQuantity: decimalText,
  maxOrdersPerSecond: /* @__PURE__ */ wholeFrom(1),
  priceCollar: decimalText,
};

/** What each option of a trader may be: one that is spelt wrong would leave an account without what was to keep it safe. */
export const traderOptionTable: OptionTable<TraderOptions> = {
  limits,
  marketChecks: /* @__PURE__ */ oneOf("none", "all"),
  halt: haltOptionTable,
  listener: callback,
  onDisconnect: /* @__PURE__ */ oneOf("keep-trading", "halt"),
  pollEveryMs: numberAbove0,
  outcomes: outcomeOptionTable,
};

/** What each option of an order may be. */
export const placeOptionTable: OptionTable<PlaceOptions> = {
  ...callOptionTable,
  onUnknown: /* @__PURE__ */ oneOf("resolve", "throw"),
};
