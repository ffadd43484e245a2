import { orderType } from "../../enums/order-type.js";
import { planKind } from "../../enums/plan-kind.js";
import { positionSide } from "../../enums/position-side.js";
import { pair } from "../../names/pair.js";
import { price, quantity } from "../../records/scalars.js";
import { optional, record, required } from "../../shape/composite.js";
import { closed } from "../../shape/enumeration.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import { anything } from "../../shape/scalar.js";
import type { InputFields, RecordOf, RecordValue } from "../../shape/value.js";
import { orderCodes, signedCodes } from "../code-groups.js";

const fields = {
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
};

/** What to place when which price is reached. */
export const placePlanOrderParams: RecordOf<typeof fields, PlacePlanOrderParams> = /* @__PURE__ */ record(
  "place-plan-order-params",
  fields,
  { spec: "document 1, Endpoints, Place plan order" },
);

/** Decoded {@link placePlanOrderParams}. */
export interface PlacePlanOrderParams extends RecordValue<typeof fields> {}

/** What a caller passes as {@link placePlanOrderParams}: plain text where the decoded form is branded. */
export interface PlacePlanOrderInput extends InputFields<PlacePlanOrderParams> {}

/** Places an order that waits for a trigger price to close a position. The answer does not tell its id. */
export const placePlanOrder: OperationOf<
  typeof placePlanOrderParams,
  ReturnType<typeof anything>,
  PlacePlanOrderInput
> = operation("placePlanOrder", {
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
