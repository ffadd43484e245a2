import type { OrderSide } from "../market/market.js";
import type { OrderStatus } from "../order/order-status.js";
import type { WireSource } from "./texts.js";

/**
 * An order as its owner sees it, under the names of the schema's `order` record.
 *
 * @spec document 1, Resources, Order, short-key form
 */
export interface OrderView {
  readonly orderId: string;
  readonly clientOrderId?: string;
  readonly pair: string;
  readonly side: OrderSide;
  readonly type: "limit" | "market";
  readonly price: string;
  readonly quantity: string;
  readonly dealPrice: string;
  readonly dealQuantity: string;
  readonly dealCount: number;
  readonly fee: string;
  readonly tokenFeeDeduction: string;
  readonly couponFeeDeduction: string;
  readonly frozen: string;
  readonly reason: number;
  readonly status: OrderStatus;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly source: WireSource;
  readonly attachedOrderType: "none" | "market" | "limit";
  readonly takeProfitTriggerPrice?: string;
  readonly stopLossTriggerPrice?: string;
  readonly takeProfitPrice?: string;
  readonly stopLossPrice?: string;
}
