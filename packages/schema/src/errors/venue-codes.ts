import { defineVenueCodes, type VenueCodeCategory, type VenueCodeEntry } from "./venue-code-entry.js";

/**
 * The error table of document 1 and the codes that deployments were seen to send beside it.
 * For 3011, 3012, 3016 and 3017 the published text stands one row off; `errata` says to which code it belongs.
 *
 * @spec document 1, Errors; field note 28
 */
export const venueCodes = /* @__PURE__ */ defineVenueCodes({
  2003: row("authentication", "cookie expired", "Cookie expired"),
  2033: row("order-state", "order already completed or cancelled", "Operation failed! Order completed or canceled"),
  2034: row("parameter", "check parameters", "Operation failed! Please check parameter"),
  2040: row("order-state", "no such order", "Operation failed! No record"),
  2064: row("order-state", "already cancelling", "Canceling. Unable to cancel again"),
  2065: row("order-price", "order price too high", "Precatory price is exorbitant, please reset"),
  2066: row("order-price", "order price too low", "Precatory price is low , please reset"),
  2067: forEveryCopy(row("parameter", "market orders unsupported", "Limit Order Only")),
  2068: forEveryCopy(row("order-quantity", "quantity below 0.0001", "Min Amount:0.0001")),
  2069: row("order-state", "market order cannot be cancelled", "Market order can not be canceled"),
  2078: forEveryCopy(row("order-price", "illegal order price", "unvalid order price")),
  2085: forEveryCopy(row("order-quantity", "below minimum trade amount for the coin", "the trade amount is low")),
  2086: row("account", "account assets abnormal, ordering restricted", "Abnormal account assets, trade is forbiden"),
  2091: {
    ...row("frequency", "requests too frequent", "request is too frequency, please try again later"),
    retryable: true,
  },
  2092: forEveryCopy(row("order-quantity", "below minimum order value", "Minimum amount not met")),
  3000: row("parameter", "request parameter incorrect", "Requested parameter incorrect"),
  3002: forEveryCopy(row("parameter", "parameter cannot be empty", "Parameter cannot be null")),
  3009: row("subscription", "illegal subscription channel", "Illegal subscription channel"),
  3010: { ...row("connection", "websocket connection error", "websocket connection error"), retryable: true },
  3011: {
    ...forEveryCopy(
      row("authentication", "interface does not support apikey request method", "Illegal subscribe event"),
    ),
    errata: { kind: "published-text-of-another-code", textBelongsTo: 3017 },
  },
  3012: {
    ...forEveryCopy(row("authentication", "invalid apikey", "Interface does not support apikey request method")),
    errata: { kind: "published-text-of-another-code", textBelongsTo: 3011 },
  },
  3016: {
    ...forEveryCopy(row("parameter", "trading pair error", "Invalid apikey")),
    errata: { kind: "published-text-of-another-code", textBelongsTo: 3012 },
  },
  3017: {
    ...row("subscription", "illegal subscription event", "Trading pair error"),
    errata: { kind: "published-text-of-another-code", textBelongsTo: 3016 },
  },
  3024: forEveryCopy(row("authentication", "apikey authorization insufficient", "apikey authorization insufficient")),
  3025: row("authentication", "apikey signature verification failed", "apikey signature verification failed"),
  3026: row("authentication", "apikey IP restricted", "apikey ip is restricted"),
  3027: forEveryCopy(row("authentication", "account has no apikey", "No apikey in your account")),
  3028: row("account", "account apikey count exceeds limit", "Account apikey has exceeded the limit amount"),
  3029: row("account", "allowed IP count of apikey exceeds limit", "apikey ip has exceeded the limit amount"),
  3033: row("batch-query", "query requests allow only one cmd", "query allow only one cmd"),
  3034: row("batch-query", "maximum cmd count", "maxinum cmds"),
  3035: row("batch-query", "too many cmds", "too many cmds"),
  4000: {
    ...row("venue", "network unstable", "the network is unstable now, please try again later"),
    retryable: true,
    ambiguous: true,
  },
  4003: {
    ...row("venue", "server busy", "The server is busy, please try again later"),
    retryable: true,
    ambiguous: true,
  },
  2011: {
    source: "field-note",
    category: "undescribed",
    meaning: "seen, meaning not known",
    sandboxText:
      "Too many of your orders wait in this contract: cancel some before you open more. Closing is always possible",
    retryable: false,
    ambiguous: false,
  },
  2015: {
    source: "field-note",
    category: "undescribed",
    meaning: "seen, meaning not known",
    sandboxText: "The position would be larger than this contract allows: open less",
    retryable: false,
    ambiguous: false,
  },
  2021: {
    source: "field-note",
    category: "undescribed",
    meaning: "seen, meaning not known",
    sandboxText: "An operator has ordered this refusal: ask who runs this sandbox",
    retryable: false,
    ambiguous: false,
  },
  2027: {
    source: "field-note",
    category: "balance",
    meaning: "insufficient balance",
    retryable: false,
    ambiguous: false,
  },
  2131: {
    source: "field-note",
    category: "order-quantity",
    meaning: "quantity too large",
    retryable: false,
    ambiguous: false,
  },
  3103: {
    source: "document",
    category: "position",
    meaning: "no position on the side whose margin is adjusted",
    retryable: false,
    ambiguous: false,
  },
});

/** Every code that is known, as a union of number literals. A `switch` over it is checked for completeness. */
export type VenueCode = keyof typeof venueCodes;

/** A row of the published table; most are final and definite. */
function row(category: VenueCodeCategory, meaning: string, publishedText: string): VenueCodeEntry {
  return { source: "error-table", category, meaning, publishedText, retryable: false, ambiguous: false };
}

/** The refusal speaks of the request and its key alone. */
function forEveryCopy(entry: VenueCodeEntry): VenueCodeEntry {
  return { ...entry, refusesEveryCopy: true };
}
