import { moneyText } from "../exact/money.js";
import type { OrderTerms } from "../order/order-record.js";
import type { ContractSite } from "../state/site.js";
import type { FillRecord, FillView } from "./fill.js";
import { priceText, quantityText } from "./texts.js";
import { entryId, type IdSize, recordId } from "./wire-ids.js";

/** Shows a fill. */
export function viewFill(
  ids: IdSize,
  { market: { market }, contract }: ContractSite,
  record: OrderTerms,
  fill: FillRecord,
): FillView {
  return {
    fillId: recordId(fill.id),
    orderId: entryId(ids, record.id),
    ...(record.clientOrderId === undefined ? {} : { clientOrderId: record.clientOrderId }),
    coin: contract.terms.settleCoin,
    pair: record.pair,
    side: record.side,
    source: record.source,
    orderStatus: fill.status,
    orderType: record.type,
    orderQuantity: quantityText(market, record.quantity),
    price: priceText(market, record.price),
    dealPrice: priceText(market, fill.price),
    dealQuantity: quantityText(market, fill.quantity),
    fee: moneyText(fill.fee),
    tokenFeeDeduction: moneyText(fill.tokenDeduction),
    couponFeeDeduction: moneyText(fill.couponDeduction),
    liquidity: fill.liquidity,
    createdAtMs: fill.atMs,
  };
}
