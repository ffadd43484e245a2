import type { Market } from "../market/market.js";
import type { PlanProgress, PlanStatus, PlanTerms } from "../plan/plan-order.js";
import { priceText, quantityText } from "./texts.js";
import { entryId, type IdSize } from "./wire-ids.js";

/**
 * A plan order as its owner sees it, under the names of the schema's `plan-order` record.
 *
 * @spec document 1, Resources, Plan order
 */
export interface PlanView {
  readonly orderId: string;
  readonly pair: string;
  readonly price: string;
  readonly triggerPrice: string;
  readonly quantity: string;
  readonly side: "long" | "short";
  readonly plan: "take-profit" | "stop-loss";
  readonly type: "market" | "limit";
  readonly status: PlanStatus;
}

/** Shows a plan that has come so far. */
export function viewPlan(ids: IdSize, market: Market, plan: PlanTerms, progress: PlanProgress): PlanView {
  return {
    orderId: entryId(ids, plan.id),
    pair: plan.pair,
    price: priceText(market, plan.price),
    triggerPrice: priceText(market, plan.triggerPrice),
    quantity: quantityText(market, progress.quantity),
    side: plan.side,
    plan: plan.plan,
    type: plan.type,
    status: progress.status,
  };
}
