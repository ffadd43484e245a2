import { moneyText } from "../exact/money.js";
import type { Market } from "../market/market.js";
import type { OrderRecord } from "../order/order-record.js";
import type { ChargedFee, FillView } from "./fill.js";
import { priceText, quantityText } from "./texts.js";
import { entryId, type IdSize, recordId } from "./wire-ids.js";

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
    source: record.source,
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
