import { orderType } from "../enums/order-type.js";
import { planKind } from "../enums/plan-kind.js";
import { planStatus } from "../enums/plan-status.js";
import { positionSide } from "../enums/position-side.js";
import { pair } from "../names/pair.js";
import { record, required } from "../shape/composite.js";
import type { RecordOf, RecordValue } from "../shape/value.js";
import { orderId, price, quantity } from "./scalars.js";

const fields = {
  /** The venue's id. */
  orderId: required("oi", orderId),
  /** The contract. */
  pair: required("pi", pair),
  /** Price of the order that the trigger places. */
  price: required("pr", price),
  /** Price that triggers it. */
  triggerPrice: required("tp", price),
  /** Quantity of the order that the trigger places. */
  quantity: required("q", quantity),
  /** Which position it closes. */
  side: required("sd", positionSide),
  /** Whether it takes a profit or stops a loss. */
  plan: required("pt", planKind),
  /** Whether the order that the trigger places names a price. */
  type: required("bt", orderType),
  /** How far it has come. */
  status: required("s", planStatus),
};

/** An order that waits for a trigger price to close a position. */
export const planOrder: RecordOf<typeof fields, PlanOrder> = /* @__PURE__ */ record("plan-order", fields, {
  spec: "document 1, Resources, Plan order",
  ignored: ["pid", "si", "bid", "otd", "tt", "r", "t", "ui"],
});

/** Decoded {@link planOrder}. */
export interface PlanOrder extends RecordValue<typeof fields> {}
