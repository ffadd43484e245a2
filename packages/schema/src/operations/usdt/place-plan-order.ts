import { orderType } from "../../enums/order-type.js";
import { planKind } from "../../enums/plan-kind.js";
import { positionSide } from "../../enums/position-side.js";
import { pair } from "../../names/pair.js";
import { price, quantity } from "../../records/scalars.js";
import { optional, record, required } from "../../shape/composite.js";
import { closed } from "../../shape/enumeration.js";
import { operation } from "../../shape/operation.js";
import { anything } from "../../shape/scalar.js";
import type { ValueOf } from "../../shape/value.js";
import { orderCodes, signedCodes } from "../code-groups.js";

/**
 * What to place when which price is reached.
 *
 * @spec document 1, Endpoints, Place plan order
 */
export const placePlanOrderParams = record(
  "place-plan-order-params",
  {
    /** The contract; absent: the one that has a position of that side. */
    pair: optional("pair", pair),
    /** Price of the order that the trigger places. */
    price: required("price", price),
    /** Price that triggers it. */
    triggerPrice: required("trigger_price", price),
    /** Quantity of the order that the trigger places. */
    quantity: required("amount", quantity),
    /** Which position it closes. */
    side: required("side", closed(positionSide)),
    /** Whether it takes a profit or stops a loss. Not the `plan_type` of an opening order. */
    plan: required("plan_type", closed(planKind)),
    /** Whether the order that the trigger places names a price. */
    type: required("book_type", closed(orderType)),
  },
  { spec: "document 1, Endpoints, Place plan order" },
);

/** Decoded {@link placePlanOrderParams}. */
export type PlacePlanOrderParams = ValueOf<typeof placePlanOrderParams>;

/**
 * Places an order that waits for a trigger price to close a position. The answer does not tell its id.
 *
 * @spec document 1, Endpoints, Place plan order; field note 32
 */
export const placePlanOrder = operation("placePlanOrder", {
  path: "/v3/cbu/order/planOpen",
  auth: "signed-headers",
  permission: "trade",
  params: placePlanOrderParams,
  rules: [{ rule: "positive", fields: ["quantity", "triggerPrice"] }],
  result: anything(),
  codes: [...signedCodes, ...orderCodes],
  purpose: "order",
  repeat: "never",
  spec: "document 1, Endpoints, Place plan order; field note 32",
});
