import type { VenueCode } from "@depthwire/schema";

/** Why a command was refused. */
export type RefusalReason =
  | "unknown-pair"
  | "unknown-order"
  | "order-finished"
  | "cancel-pending"
  | "market-order"
  | "market-orders-unsupported"
  | "market-halted"
  | "check-parameters"
  | "missing-parameter"
  | "wrong-parameter"
  | "invalid-price"
  | "price-too-high"
  | "price-too-low"
  | "invalid-quantity"
  | "quantity-below-all-minimums"
  | "quantity-below-minimum"
  | "quantity-too-large"
  | "value-below-minimum"
  | "position-too-large"
  | "leverage-too-high"
  | "too-many-open-orders"
  | "not-closable"
  | "insufficient-balance"
  | "account-restricted"
  | "no-position"
  | "no-single-position"
  | "client-id-taken"
  | "too-many-keys"
  | "too-many-addresses";

/** The code that the venue answers with. Reasons that it does not tell apart share one. */
export const refusalCodes: Readonly<Record<RefusalReason, VenueCode>> = {
  "unknown-pair": 3016,
  "unknown-order": 2040,
  "order-finished": 2033,
  "cancel-pending": 2064,
  "market-order": 2069,
  "market-orders-unsupported": 2067,
  /** No documented code is about it; this one stands for what an operator has ordered. */
  "market-halted": 2021,
  "check-parameters": 2034,
  "missing-parameter": 3002,
  "wrong-parameter": 3000,
  "invalid-price": 2078,
  "price-too-high": 2065,
  "price-too-low": 2066,
  "invalid-quantity": 2034,
  "quantity-below-all-minimums": 2068,
  "quantity-below-minimum": 2085,
  "quantity-too-large": 2131,
  "value-below-minimum": 2092,
  "position-too-large": 2015,
  "leverage-too-high": 2034,
  "too-many-open-orders": 2011,
  "not-closable": 2034,
  "insufficient-balance": 2027,
  "account-restricted": 2086,
  "no-position": 3103,
  "no-single-position": 3016,
  "client-id-taken": 2034,
  "too-many-keys": 3028,
  "too-many-addresses": 3029,
};
