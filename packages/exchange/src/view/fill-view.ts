import { moneyText } from "../exact/money.js";
import type { Market, OrderSide } from "../market/market.js";
import type { OrderRecord, OrderStatus } from "../order/order-record.js";
import { priceText, quantityText, type WireSource, wireSource } from "./texts.js";
import { entryId, type IdSize, recordId } from "./wire-ids.js";

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

/** What was paid for a trade: the whole fee and the parts of it that were not paid in money. */
export interface ChargedFee {
  readonly fee: bigint;
  readonly tokenDeduction: bigint;
  readonly couponDeduction: bigint;
}

/** One party's half of a trade in figures. */
export interface FillFigures extends ChargedFee {
  readonly id: number;
  readonly ids: IdSize;
  readonly price: number;
  readonly quantity: number;
  readonly liquidity: "maker" | "taker";
  readonly atMs: number;
}

/** Shows a fill. */
export function viewFill(market: Market, coin: string, record: OrderRecord, figures: FillFigures): FillView {
  return {
    fillId: recordId(figures.id),
    orderId: entryId(figures.ids, record.id),
    ...(record.clientOrderId === undefined ? {} : { clientOrderId: record.clientOrderId }),
    coin,
    pair: record.pair,
    side: record.side,
    source: wireSource(record.source),
    orderStatus: record.status,
    orderType: record.type,
    orderQuantity: quantityText(market, record.quantity),
    price: priceText(market, record.price),
    dealPrice: priceText(market, figures.price),
    dealQuantity: quantityText(market, figures.quantity),
    fee: moneyText(figures.fee),
    tokenFeeDeduction: moneyText(figures.tokenDeduction),
    couponFeeDeduction: moneyText(figures.couponDeduction),
    liquidity: figures.liquidity,
    createdAtMs: figures.atMs,
  };
}
