import type { AccountId } from "../account/account-id.js";
import type { PositionMode } from "../account/position-mode.js";
import type { OrderSide } from "../market/market.js";
import type { PlanPair } from "../plan/plan-order.js";
import type { FillRecord } from "../view/fill.js";
import type { OrderSource, OrderStatus } from "./order-status.js";

/** Take-profit and stop-loss that an opening order brings along. Prices are integers at the market's scale. */
export interface Attachment {
  readonly type: "market" | "limit";
  readonly takeProfitTriggerPrice: number;
  readonly stopLossTriggerPrice: number;
  /** Needed when the type is `limit`. */
  readonly takeProfitPrice?: number;
  readonly stopLossPrice?: number;
}

/** What a user's order asks for. It never changes. */
export interface OrderTerms {
  readonly id: number;
  readonly account: AccountId;
  readonly pair: string;
  readonly side: OrderSide;
  readonly type: "limit" | "market";
  /** 0 for a market order. */
  readonly price: number;
  readonly quantity: number;
  readonly clientOrderId: string | undefined;
  readonly source: OrderSource;
  readonly leverage: number;
  readonly mode: PositionMode;
  readonly attachment: Attachment | undefined;
  readonly createdAtMs: number;
  /** What was held back at the beginning. */
  readonly frozenTotal: bigint;
}

/** How far an order has come. */
export interface OrderProgress {
  updatedAtMs: number;
  status: OrderStatus;
  /** The venue's code when the order failed, else 0. */
  reason: number;
  filled: number;
  /** What the filled quantity cost, for the average price: finer than money is. */
  fineCost: bigint;
  deals: number;
  /** The whole fee, deductions included. */
  fee: bigint;
  tokenDeduction: bigint;
  couponDeduction: bigint;
  /** How much of what was held back has been let go. */
  released: bigint;
}

/** A user's order that has ended: it never changes again. */
export interface FinishedOrder extends OrderTerms, Readonly<OrderProgress> {
  /** Its trades, oldest first. */
  readonly fills: readonly FillRecord[];
}

/** A user's order from its acceptance to its end. */
export interface OrderRecord extends OrderTerms, OrderProgress {
  /** When its cancellation takes effect. */
  cancelDueAtMs: number | undefined;
  /** The plans that its fills have made. */
  plans: PlanPair | undefined;
  /** How much of the filled quantity went into plans. */
  planned: number;
  /** Its trades, oldest first. */
  fills: FillRecord[];
}

/** How far an order has come by now. */
export function progressOf(record: OrderRecord): OrderProgress {
  return {
    updatedAtMs: record.updatedAtMs,
    status: record.status,
    reason: record.reason,
    filled: record.filled,
    fineCost: record.fineCost,
    deals: record.deals,
    fee: record.fee,
    tokenDeduction: record.tokenDeduction,
    couponDeduction: record.couponDeduction,
    released: record.released,
  };
}

/** Whether the order opens a position or makes it larger. */
export function opens(side: OrderSide): boolean {
  return side === "open-long" || side === "open-short";
}

/** The side of the position that an order changes. */
export function positionSideOf(side: OrderSide): "long" | "short" {
  return side === "open-long" || side === "close-long" ? "long" : "short";
}

/** Whether the order still waits in the book. */
export function isWaiting(record: Pick<OrderProgress, "status">): boolean {
  return record.status === "open" || record.status === "partly-filled";
}
