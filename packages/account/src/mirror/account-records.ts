import { ownText, trimDecimal } from "@depthwire/core/internal";
import type { Fill, HistoricalOrder, OrderId, Pair, PositionChange, PositionSide, Quantity } from "@depthwire/schema";
import { coinMarginedPairGrammar, type PushedFill, type PushedPositionChange } from "@depthwire/schema/internal";
import type { MarginFamily } from "../reconcile/reconciler.js";
import type { AccountFill, AccountOrder, PassiveChange } from "./account-event.js";

const coinMarginedPair = /* @__PURE__ */ new RegExp(coinMarginedPairGrammar.pattern);

/** Which family a contract belongs to. */
export function marginFamilyOf(pair: Pair): MarginFamily {
  return coinMarginedPair.test(pair) ? "coin-margined" : "usdt-margined";
}

/** The order as the mirror keeps it, from its long-name form. */
export function orderFromHistory(record: HistoricalOrder): AccountOrder {
  const { clientOrderId, source } = record;
  return {
    orderId: ownText(record.orderId),
    pair: record.pair,
    side: record.side,
    price: trimmed(record.price),
    quantity: trimmed(record.quantity),
    dealPrice: trimmed(record.dealPrice),
    dealQuantity: trimmed(record.dealQuantity),
    fee: trimmed(record.fee),
    tokenFeeDeduction: trimmed(record.tokenFeeDeduction),
    couponFeeDeduction: trimmed(record.couponFeeDeduction),
    frozen: trimmed(record.frozen),
    reason: record.reason,
    status: record.status,
    createdAtMs: record.createdAtMs,
    userId: record.userId,
    ...(clientOrderId === undefined ? {} : { clientOrderId: ownText(clientOrderId) }),
    ...(source === undefined ? {} : { source }),
  };
}

/** The order with ids of its own: a part of a message would keep the whole message for as long as the order is kept. */
export function withOwnIds(order: AccountOrder, orderId: OrderId): AccountOrder {
  const { clientOrderId } = order;
  return { ...order, orderId, ...(clientOrderId === undefined ? {} : { clientOrderId: ownText(clientOrderId) }) };
}

/** The fill that a push tells, of the quantity that it or somebody else knows. */
export function fillFromPush(record: PushedFill, dealQuantity: Quantity): AccountFill {
  const { orderId, fillId, clientOrderId } = record;
  return {
    orderId,
    fillId,
    ...(clientOrderId === undefined ? {} : { clientOrderId }),
    ...commonToFills(record, dealQuantity),
  };
}

/** The fill that a query tells. It does not name its order. */
export function fillFromQuery(orderId: OrderId, record: Fill): AccountFill {
  return { orderId, fillId: record.fillId, ...commonToFills(record, record.dealQuantity) };
}

/** The change that a push or a query tells. */
export function passiveChangeOf(record: PushedPositionChange | PositionChange): PassiveChange {
  const { positionChangeId, pair, side, type, price, quantityChange, createdAtMs } = record;
  return {
    positionChangeId,
    pair,
    side,
    type,
    price: trimmed(price),
    quantityChange: trimmed(quantityChange),
    createdAtMs,
  };
}

/** Identifies a position within an account. */
export function positionKey(pair: string, side: PositionSide): string {
  return `${pair} ${side}`;
}

function commonToFills(
  record: PushedFill | Fill,
  dealQuantity: Quantity,
): Omit<AccountFill, "orderId" | "fillId" | "clientOrderId"> {
  return {
    pair: record.pair,
    side: record.side,
    source: record.source,
    price: trimmed(record.price),
    dealPrice: trimmed(record.dealPrice),
    dealQuantity: trimmed(dealQuantity),
    fee: trimmed(record.fee),
    tokenFeeDeduction: trimmed(record.tokenFeeDeduction),
    couponFeeDeduction: trimmed(record.couponFeeDeduction),
    liquidity: record.liquidity,
    createdAtMs: record.createdAtMs,
  };
}

function trimmed<Text extends string>(text: Text): Text {
  return trimDecimal(text) as Text;
}
