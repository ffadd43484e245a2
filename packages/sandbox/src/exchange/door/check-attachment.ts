import type { MarketState } from "../exchange-state.js";
import { type Attachment, opens } from "../order/order-record.js";
import type { RefusalReason } from "../refusal.js";
import type { PlaceOrder } from "./place-order.js";

function isPrice(price: number | undefined): price is number {
  return price !== undefined && Number.isSafeInteger(price) && price > 0;
}

/**
 * Whether take-profit and stop-loss of an order are complete and on their sides of the order's price; of a market order, of the
 * latest price.
 *
 * @spec document 1, Endpoints, Place order, Trigger price rules
 */
export function checkAttachment(market: MarketState, order: PlaceOrder): Attachment | RefusalReason | undefined {
  const { attachment } = order;
  if (attachment === undefined) return undefined;
  if (!opens(order.side)) return "check-parameters";
  const { type, takeProfitTriggerPrice: profit, stopLossTriggerPrice: loss } = attachment;
  if (type === undefined || profit === undefined || loss === undefined) return "missing-parameter";
  if (!isPrice(profit) || !isPrice(loss)) return "check-parameters";
  const { takeProfitPrice, stopLossPrice } = attachment;
  if (type === "limit" && (takeProfitPrice === undefined || stopLossPrice === undefined)) return "missing-parameter";
  if (type === "limit" && !(isPrice(takeProfitPrice) && isPrice(stopLossPrice))) return "check-parameters";
  const reference = order.type === "limit" ? order.price : market.lastPrice;
  const isRight =
    order.side === "open-long" ? profit > reference && loss < reference : profit < reference && loss > reference;
  if (!isRight) return "check-parameters";
  const base = { type, takeProfitTriggerPrice: profit, stopLossTriggerPrice: loss };
  if (takeProfitPrice === undefined || stopLossPrice === undefined) return base;
  return { ...base, takeProfitPrice, stopLossPrice };
}
