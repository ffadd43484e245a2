import type { OrderSide } from "../market/market.js";
import type { OrderStatus } from "../order/order-status.js";
import type { WireSource } from "./texts.js";

/**
 * One party's half of a trade, under the names of the schema's fills. The pushed and the queried one have the same id.
 *
 * @spec document 1, Resources, Fill; field notes 17 and 43
 */
export interface FillView {
  readonly fillId: string;
  readonly orderId: string;
  readonly clientOrderId?: string;
  readonly coin: string;
  readonly pair: string;
  readonly side: OrderSide;
  readonly source: WireSource;
  /** How far the order has come with this trade. */
  readonly orderStatus: OrderStatus;
  readonly orderType: "limit" | "market";
  readonly orderQuantity: string;
  readonly price: string;
  readonly dealPrice: string;
  readonly dealQuantity: string;
  readonly fee: string;
  readonly tokenFeeDeduction: string;
  readonly couponFeeDeduction: string;
  readonly liquidity: "maker" | "taker";
  readonly createdAtMs: number;
}

/** One party's half of a trade in figures, as an order keeps it. */
export interface FillRecord extends ChargedFee {
  readonly id: number;
  /** How far the order had come with this trade. */
  readonly status: OrderStatus;
  /** At the market's scale, like the quantity. */
  readonly price: number;
  readonly quantity: number;
  readonly liquidity: "maker" | "taker";
  readonly atMs: number;
}

/** What was paid for a trade: the whole fee and the parts of it that were not paid in money. */
export interface ChargedFee {
  readonly fee: bigint;
  readonly tokenDeduction: bigint;
  readonly couponDeduction: bigint;
}
