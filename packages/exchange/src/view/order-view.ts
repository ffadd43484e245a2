import { averageOfFine } from "../contract/units.js";
import { moneyText } from "../exact/money.js";
import type { Market } from "../market/market.js";
import type { OrderProgress, OrderTerms } from "../order/order-record.js";
import type { ContractSite } from "../state/site.js";
import type { OrderView } from "./order.js";
import { averageText, priceText, quantityText } from "./texts.js";
import { entryId, type IdSize } from "./wire-ids.js";

type Attached = Pick<
  OrderView,
  "attachedOrderType" | "takeProfitTriggerPrice" | "stopLossTriggerPrice" | "takeProfitPrice" | "stopLossPrice"
>;

function attached(market: Market, { attachment }: OrderTerms): Attached {
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

/** Shows an order that has come so far. */
export function viewOrder(
  ids: IdSize,
  { market: { market }, contract: { units } }: ContractSite,
  order: OrderTerms,
  progress: OrderProgress,
): OrderView {
  return {
    orderId: entryId(ids, order.id),
    ...(order.clientOrderId === undefined ? {} : { clientOrderId: order.clientOrderId }),
    pair: order.pair,
    side: order.side,
    type: order.type,
    price: priceText(market, order.price),
    quantity: quantityText(market, order.quantity),
    dealPrice: averageText(market, averageOfFine(units, BigInt(progress.filled), progress.fineCost)),
    dealQuantity: quantityText(market, progress.filled),
    dealCount: progress.deals,
    fee: moneyText(progress.fee),
    tokenFeeDeduction: moneyText(progress.tokenDeduction),
    couponFeeDeduction: moneyText(progress.couponDeduction),
    frozen: moneyText(order.frozenTotal - progress.released),
    reason: progress.reason,
    status: progress.status,
    createdAtMs: order.createdAtMs,
    updatedAtMs: progress.updatedAtMs,
    source: order.source,
    ...attached(market, order),
  };
}
