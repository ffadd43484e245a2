import { averageOfFine, type ContractUnits } from "../contract/units.js";
import { moneyText } from "../exact/money.js";
import type { Market, OrderSide } from "../market/market.js";
import type { OrderRecord } from "../order/order-record.js";
import type { OrderStatus } from "../order/order-status.js";
import { averageText, priceText, quantityText, type WireSource } from "./texts.js";
import { entryId, type IdSize } from "./wire-ids.js";

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

type Attached = Pick<
  OrderView,
  "attachedOrderType" | "takeProfitTriggerPrice" | "stopLossTriggerPrice" | "takeProfitPrice" | "stopLossPrice"
>;

function attached(market: Market, { attachment }: OrderRecord): Attached {
  if (attachment === undefined) {
    return { attachedOrderType: "none" };
  }
  const { type, takeProfitTriggerPrice, stopLossTriggerPrice, takeProfitPrice, stopLossPrice } = attachment;
  return {
    attachedOrderType: type,
    takeProfitTriggerPrice: priceText(market, takeProfitTriggerPrice),
    stopLossTriggerPrice: priceText(market, stopLossTriggerPrice),
    ...(takeProfitPrice === undefined ? {} : { takeProfitPrice: priceText(market, takeProfitPrice) }),
    ...(stopLossPrice === undefined ? {} : { stopLossPrice: priceText(market, stopLossPrice) }),
  };
}

/** Shows an order as it is now. */
export function viewOrder(ids: IdSize, market: Market, units: ContractUnits, record: OrderRecord): OrderView {
  return {
    orderId: entryId(ids, record.id),
    ...(record.clientOrderId === undefined ? {} : { clientOrderId: record.clientOrderId }),
    pair: record.pair,
    side: record.side,
    type: record.type,
    price: priceText(market, record.price),
    quantity: quantityText(market, record.quantity),
    dealPrice: averageText(market, averageOfFine(units, BigInt(record.filled), record.fineCost)),
    dealQuantity: quantityText(market, record.filled),
    dealCount: record.deals,
    fee: moneyText(record.fee),
    tokenFeeDeduction: moneyText(record.tokenDeduction),
    couponFeeDeduction: moneyText(record.couponDeduction),
    frozen: moneyText(record.frozen?.balance ?? 0n),
    reason: record.reason,
    status: record.status,
    createdAtMs: record.createdAtMs,
    updatedAtMs: record.updatedAtMs,
    source: record.source,
    ...attached(market, record),
  };
}
