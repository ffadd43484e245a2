import type { RefusalReason } from "../command/refusal.js";
import { type Attachment, opens } from "../order/order-record.js";
import type { MarketState } from "../state/exchange-state.js";
import type { PlaceOrder } from "./place-order.js";

function isPrice(price: number | undefined): price is number {
  return price !== undefined && Number.isSafeInteger(price) && price > 0;
}

/**
 * The prices of the orders that are to be placed. At the market they mean nothing: those that are prices are kept as they came, and
 * nothing is refused for the others.
 *
 * @spec document 1, Resources, Order, short-key form; field note 45
 */
function executionPrices(
  attachment: Partial<Attachment>,
): Pick<Attachment, "takeProfitPrice" | "stopLossPrice"> | RefusalReason {
  const { type, takeProfitPrice, stopLossPrice } = attachment;
  if (type === "limit") {
    if (takeProfitPrice === undefined || stopLossPrice === undefined) {
      return "missing-parameter";
    }
    return isPrice(takeProfitPrice) && isPrice(stopLossPrice) ? { takeProfitPrice, stopLossPrice } : "invalid-price";
  }
  return {
    ...(isPrice(takeProfitPrice) ? { takeProfitPrice } : {}),
    ...(isPrice(stopLossPrice) ? { stopLossPrice } : {}),
  };
}

/**
 * Whether take-profit and stop-loss of an order are complete and on their sides of the order's price; of a market order, of the
 * latest price.
 *
 * @spec document 1, Endpoints, Place order, Trigger price rules
 */
export function checkAttachment(market: MarketState, order: PlaceOrder): Attachment | RefusalReason | undefined {
  const { attachment } = order;
  if (attachment === undefined) {
    return undefined;
  }
  if (!opens(order.side)) {
    return "check-parameters";
  }
  const { type, takeProfitTriggerPrice: profit, stopLossTriggerPrice: loss } = attachment;
  if (type === undefined || profit === undefined || loss === undefined) {
    return "missing-parameter";
  }
  if (!isPrice(profit) || !isPrice(loss)) {
    return "invalid-price";
  }
  const prices = executionPrices(attachment);
  if (typeof prices === "string") {
    return prices;
  }
  const reference = order.type === "limit" ? order.price : market.lastPrice;
  const isRight =
    order.side === "open-long" ? profit > reference && loss < reference : profit < reference && loss > reference;
  if (!isRight) {
    return "check-parameters";
  }
  return { type, takeProfitTriggerPrice: profit, stopLossTriggerPrice: loss, ...prices };
}
