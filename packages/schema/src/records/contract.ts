import { pair } from "../names/pair.js";
import { optional, record, required } from "../shape/composite.js";
import type { RecordOf, RecordValue } from "../shape/value.js";
import { count, longLeverage, longQuantity, longRate } from "./scalars.js";

const fields = {
  /** The contract. */
  pair: required("pair", pair),
  /** Smallest leverage. */
  minLeverage: required("leverage_min", longLeverage),
  /** Largest leverage; the rule for setting it (1 to 100) binds all the same. */
  maxLeverage: required("leverage_max", longLeverage),
  /** The unit: every order quantity is a multiple of it. In coin for USDT-margined, in USD for coin-margined contracts. */
  contractValue: required("value", longQuantity),
  /** Default fee rate of orders that waited in the book. */
  makerFeeRate: required("maker_fee", longRate),
  /** Default fee rate of orders that met a waiting one. */
  takerFeeRate: required("taker_fee", longRate),
  /** Largest single order that waits. */
  maxOrderQuantity: required("open_max_per", longQuantity),
  /** Most orders that may wait at once. */
  maxOpenOrders: required("pending_max", count),
  /** Largest position. */
  maxPositionQuantity: required("hold_max", longQuantity),
  /** Largest position of the lowest risk tier. The documents call the key ignored. */
  riskBaseQuantity: optional("risk_level_base", longQuantity, { unreadable: "absent" }),
  /** Width of each further risk tier. The documents call the key ignored. */
  riskStepQuantity: optional("risk_level_dx", longQuantity, { unreadable: "absent" }),
};

/** What may be traded in a contract, and at what fees. */
export const contract: RecordOf<typeof fields, Contract> = /* @__PURE__ */ record("contract", fields, {
  spec: "document 1, Resources, Contract reference records, Basic information record; document 2, Resources, Coin-margined records, Contract information record; field notes 28 and 42",
  ignored: ["id", "coin_symbol", "leverage_init", "price_precision"],
});

/** Decoded {@link contract}. */
export interface Contract extends RecordValue<typeof fields> {}
