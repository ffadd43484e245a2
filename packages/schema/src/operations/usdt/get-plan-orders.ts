import { pair } from "../../names/pair.js";
import { planOrder } from "../../records/plan-order.js";
import { list, optional, record } from "../../shape/composite.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import type { InputFields, ListOf, RecordOf, RecordValue } from "../../shape/value.js";
import { pairCodes, signedCodes } from "../code-groups.js";

const fields = {
  /** The contract; absent: all. */
  pair: optional("pair", pair),
};

/** Contract whose plan orders to list. */
export const getPlanOrdersParams: RecordOf<typeof fields, GetPlanOrdersParams> = /* @__PURE__ */ record(
  "get-plan-orders-params",
  fields,
  { spec: "document 1, Endpoints, List plan orders" },
);

/** Decoded {@link getPlanOrdersParams}. */
export interface GetPlanOrdersParams extends RecordValue<typeof fields> {}

/** What a caller passes as {@link getPlanOrdersParams}: plain text where the decoded form is branded. */
export interface GetPlanOrdersInput extends InputFields<GetPlanOrdersParams> {}

/** Lists the plan orders that wait. */
export const getPlanOrders: OperationOf<
  typeof getPlanOrdersParams,
  ListOf<typeof planOrder>,
  GetPlanOrdersInput
> = operation("getPlanOrders", {
  path: "/v3/cbu/order/planOrderList",
  auth: "signed-headers",
  permission: "read",
  params: getPlanOrdersParams,
  result: list(planOrder),
  codes: [...signedCodes, ...pairCodes],
  purpose: "read",
  repeat: "freely",
  spec: "document 1, Endpoints, List plan orders",
});
