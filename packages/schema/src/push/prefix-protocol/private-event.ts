import { contractAsset } from "../../records/contract-asset.js";
import { order } from "../../records/order.js";
import { planOrder } from "../../records/plan-order.js";
import { position } from "../../records/position.js";
import { pushedFill } from "../../records/pushed-fill.js";
import { pushedPositionChange } from "../../records/pushed-position-change.js";
import { list, singleKey, under } from "../../shape/composite.js";
import type { ValueOf } from "../../shape/value.js";

/** Payload of the private stream: exactly one of nine kinds. */
export const privateEvent = /* @__PURE__ */ singleKey(
  "private-event",
  {
    /** All assets, sent once after the login. */
    "all-assets": under("assets_all", list(contractAsset)),
    /** The assets of one coin changed. */
    asset: under("contract_assets", contractAsset),
    /** All positions, sent once after the login. */
    "all-positions": under("position_all", list(position)),
    /** A position changed. The wire calls it an order, but it is not. */
    position: under("contract_order", position),
    /** All open orders, sent once after the login. */
    "all-orders": under("order_all", list(order)),
    /** An order changed. */
    order: under("contract_pending", order),
    /** An order was traded. */
    fill: under("contract_detail", pushedFill),
    /** A position changed without its owner asking for it. */
    "position-change": under("contract_deal_log", pushedPositionChange),
    /** A plan order changed. These have no initial message. */
    "plan-order": under("base_u_plan_order_v3", planOrder),
  },
  { spec: "document 1, Events, Protocol A" },
);

/** Decoded {@link privateEvent}: `{ kind, value }`. */
export type PrivateEvent = ValueOf<typeof privateEvent>;
