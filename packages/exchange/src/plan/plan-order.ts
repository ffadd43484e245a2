import type { AccountId } from "../account/account-id.js";
import type { PositionSide } from "../contract/margin.js";

/** How far a plan order has come. */
export type PlanStatus = "waiting" | "triggered" | "cancelled" | "trigger-failed" | "counterpart-triggered";

/** What a plan asks for. It never changes. */
export interface PlanTerms {
  readonly id: number;
  readonly account: AccountId;
  readonly pair: string;
  /** The position that it closes. */
  readonly side: PositionSide;
  readonly plan: "take-profit" | "stop-loss";
  readonly type: "market" | "limit";
  /** Price of the order that it places; of one at the market the price that came with it, which decides nothing. */
  readonly price: number;
  readonly triggerPrice: number;
  readonly createdAtMs: number;
}

/** How far a plan has come. */
export interface PlanProgress {
  /** Grows with the fills of the order that it is attached to. */
  quantity: number;
  status: PlanStatus;
}

/** A plan that has ended: it never changes again. */
export interface FinishedPlan extends PlanTerms, Readonly<PlanProgress> {
  readonly updatedAtMs: number;
}

/** An order that waits for the last price to reach its trigger and then closes a position. */
export interface PlanOrder extends PlanTerms, PlanProgress {
  /** The other one of its couple. */
  partner: PlanOrder | undefined;
  updatedAtMs: number;
}

/** Take-profit and stop-loss of one opening order: when one triggers, the other one ends. */
export interface PlanPair {
  readonly takeProfit: PlanOrder;
  readonly stopLoss: PlanOrder;
}

/** A plan's price: one at the market may come without one, or with one that cannot be. @spec field note 45 */
export function planPrice(price: number | undefined): number {
  return price !== undefined && Number.isSafeInteger(price) && price > 0 ? price : 0;
}

/** Whether a plan waits for a price above: a long takes its profit above and stops its loss below, a short the reverse. */
export function waitsAbove({ side, plan }: Pick<PlanOrder, "side" | "plan">): boolean {
  return (side === "long") === (plan === "take-profit");
}

/** Whether a last price triggers the plan. */
export function isReached(plan: Pick<PlanOrder, "side" | "plan" | "triggerPrice">, lastPrice: number): boolean {
  return waitsAbove(plan) ? lastPrice >= plan.triggerPrice : lastPrice <= plan.triggerPrice;
}
