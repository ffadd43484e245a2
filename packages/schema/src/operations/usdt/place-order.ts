import { orderSide } from "../../enums/order-side.js";
import { orderStatus } from "../../enums/order-status.js";
import { orderType } from "../../enums/order-type.js";
import { pair } from "../../names/pair.js";
import { clientOrderId, orderId, price, quantity } from "../../records/scalars.js";
import { fixed, optional, record, required } from "../../shape/composite.js";
import { closed } from "../../shape/enumeration.js";
import { type OperationOf, operation } from "../../shape/operation.js";
import type { InputFields, RecordOf, RecordValue } from "../../shape/value.js";
import { orderCodes, signedCodes } from "../code-groups.js";

const limitLong = [
  { field: "type", isOneOf: ["limit"] },
  { field: "side", isOneOf: ["open-long"] },
] as const;
const limitShort = [
  { field: "type", isOneOf: ["limit"] },
  { field: "side", isOneOf: ["open-short"] },
] as const;
const marketLong = [
  { field: "type", isOneOf: ["market"] },
  { field: "side", isOneOf: ["open-long"] },
] as const;
const marketShort = [
  { field: "type", isOneOf: ["market"] },
  { field: "side", isOneOf: ["open-short"] },
] as const;

const paramFields = {
  /** The contract. */
  pair: required("pair", pair),
  /** How much; a multiple of the contract's unit. */
  quantity: required("amount", quantity),
  /** What it does to a position. */
  side: required("order_side", closed(orderSide)),
  /** Whether it names a price. */
  type: required("order_type", closed(orderType)),
  /** The price. The table requires it of market orders too, where it means nothing: pass "0". */
  price: required("price", price),
  /** Where the order comes from: always the API. */
  source: fixed("order_from", 6),
  /** An id of the caller's own, by which the order can be found. */
  clientOrderId: optional("client_oid", clientOrderId),
  /** How the attached take-profit and stop-loss trade. Not the `plan_type` of a plan order. */
  attachedOrderType: optional("plan_type", closed(orderType)),
  /** Price that triggers the take-profit. */
  takeProfitTriggerPrice: optional("profit_price", price),
  /** Price that triggers the stop-loss. */
  stopLossTriggerPrice: optional("loss_price", price),
  /** Price of the take-profit order when it is a limit order. */
  takeProfitPrice: optional("exec_profit_price", price),
  /** Price of the stop-loss order when it is a limit order. */
  stopLossPrice: optional("exec_loss_price", price),
};

/** What to trade and how. */
export const placeOrderParams: RecordOf<typeof paramFields, PlaceOrderParams> = /* @__PURE__ */ record(
  "place-order-params",
  paramFields,
  { spec: "document 1, Endpoints, Place order" },
);

/** Decoded {@link placeOrderParams}. */
export interface PlaceOrderParams extends RecordValue<typeof paramFields> {}

/** What a caller passes as {@link placeOrderParams}: plain text where the decoded form is branded. */
export interface PlaceOrderInput extends InputFields<PlaceOrderParams> {}

const resultFields = {
  /** The venue's id. */
  orderId: required("order_id", orderId),
  /** The caller's id. */
  clientOrderId: optional("client_oid", clientOrderId, { absentAs: "" }),
  /** How far it has come already. */
  status: required("status", orderStatus),
};

/** What the venue says of an order that it took. */
export const placedOrder: RecordOf<typeof resultFields, PlacedOrder> = /* @__PURE__ */ record(
  "placed-order",
  resultFields,
  {
    spec: "document 1, Endpoints, Place order",
  },
);

/** Decoded {@link placedOrder}. */
export interface PlacedOrder extends RecordValue<typeof resultFields> {}

/** Places an order, with a take-profit and stop-loss attached if it opens a position. */
export const placeOrder: OperationOf<typeof placeOrderParams, typeof placedOrder, PlaceOrderInput> =
  /* @__PURE__ */ operation("placeOrder", {
    path: "/v3/cbu/order/open",
    auth: "signed-headers",
    permission: "trade",
    params: placeOrderParams,
    rules: [
      { rule: "positive", fields: ["quantity"] },
      { rule: "all-or-none", fields: ["attachedOrderType", "takeProfitTriggerPrice", "stopLossTriggerPrice"] },
      {
        rule: "only-when",
        fields: ["attachedOrderType"],
        when: [{ field: "side", isOneOf: ["open-long", "open-short"] }],
      },
      { rule: "only-with", fields: ["takeProfitPrice", "stopLossPrice"], other: "attachedOrderType" },
      {
        rule: "required-when",
        fields: ["takeProfitPrice", "stopLossPrice"],
        when: [{ field: "attachedOrderType", isOneOf: ["limit"] }],
      },
      { rule: "greater", field: "takeProfitTriggerPrice", than: { field: "price" }, when: limitLong },
      { rule: "less", field: "stopLossTriggerPrice", than: { field: "price" }, when: limitLong },
      { rule: "less", field: "takeProfitTriggerPrice", than: { field: "price" }, when: limitShort },
      { rule: "greater", field: "stopLossTriggerPrice", than: { field: "price" }, when: limitShort },
      { rule: "greater", field: "takeProfitTriggerPrice", than: "latest-price", when: marketLong },
      { rule: "less", field: "stopLossTriggerPrice", than: "latest-price", when: marketLong },
      { rule: "less", field: "takeProfitTriggerPrice", than: "latest-price", when: marketShort },
      { rule: "greater", field: "stopLossTriggerPrice", than: "latest-price", when: marketShort },
    ],
    result: placedOrder,
    envelope: "flat",
    codes: [...signedCodes, ...orderCodes],
    purpose: "order",
    repeat: "never",
    spec: "document 1, Endpoints, Place order",
  });
