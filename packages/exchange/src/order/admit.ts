import { positionOf } from "../account/user.js";
import { matchOrder, meets } from "../book/matcher.js";
import type { ContractState } from "../contract/contract-state.js";
import type { PlaceOrder } from "../door/place-order.js";
import { priceBand } from "../door/price-band.js";
import { type MarketIntent, reachOf } from "../door/reach.js";
import type { CancelReason, OrderPlaced } from "../event/event.js";
import { reportHold, reportOrder } from "../event/report.js";
import { directionOf } from "../market/market.js";
import type { ExchangeState, MarketState } from "../state/exchange-state.js";
import { noteClientId } from "../state/retention.js";
import type { HoldingSite } from "../state/site.js";
import type { Turn } from "../state/turn.js";
import { finishOrder } from "./finish.js";
import { freeze } from "./frozen.js";
import { addOrder, holdWaiting } from "./hold.js";
import { type Attachment, type OrderRecord, opens } from "./order-record.js";
import type { OrderSource } from "./order-status.js";
import { restOrder } from "./rest.js";

/** What an order is besides what its owner asked for. */
export interface Admission {
  readonly source: OrderSource;
  readonly attachment: Attachment | undefined;
  /** What it holds back, in money. */
  readonly frozen: bigint;
}

/** The record of an order that begins. */
export function createRecord(
  state: ExchangeState,
  { user, holding }: HoldingSite,
  order: PlaceOrder,
  admission: Admission,
): OrderRecord {
  const id = state.nextOrderId++;
  const { account } = user;
  return {
    id,
    account,
    pair: order.pair,
    side: order.side,
    type: order.type,
    price: order.type === "limit" ? order.price : 0,
    quantity: order.quantity,
    clientOrderId: order.clientOrderId,
    source: admission.source,
    leverage: positionOf(holding, order.side).leverage,
    mode: holding.mode,
    attachment: admission.attachment,
    createdAtMs: state.now,
    updatedAtMs: state.now,
    status: "open",
    reason: 0,
    filled: 0,
    fineCost: 0n,
    deals: 0,
    fee: 0n,
    tokenDeduction: 0n,
    couponDeduction: 0n,
    frozenTotal: admission.frozen,
    released: 0n,
    cancelDueAtMs: undefined,
    plans: undefined,
    planned: 0,
    fills: [],
  };
}

/** How far an order at the market may go: an opening one as far as its owner was asked to have cover for, a closing one to the edge of the band. */
function marketBound(market: MarketState, contract: ContractState, order: MarketIntent): number {
  const { minPrice, maxPrice } = priceBand(contract);
  const bound = directionOf(order.side) === "buy" ? maxPrice : minPrice;
  return opens(order.side) ? (reachOf(market, contract, order)?.price ?? bound) : bound;
}

/** What of an order found no counterpart, or none that its owner can pay for, does not wait. */
function cancelRest(
  turn: Turn,
  market: MarketState,
  record: OrderRecord,
  { remaining, reason }: { readonly remaining: number; readonly reason: CancelReason },
): void {
  const { id, account, pair } = record;
  turn.events.push({ kind: "order-cancelled", orderId: id, account, pair, remaining, reason });
  finishOrder(turn, market, record);
}

/** Written out: copies of copies would be a good part of what an order costs. */
function placed({ id, account, pair, side, type, price, quantity, clientOrderId }: OrderRecord): OrderPlaced {
  const kind = "order-placed";
  if (clientOrderId !== undefined) {
    return type === "limit"
      ? { kind, orderId: id, account, pair, side, price, quantity, clientOrderId }
      : { kind, orderId: id, account, pair, side, quantity, clientOrderId };
  }
  return type === "limit"
    ? { kind, orderId: id, account, pair, side, price, quantity }
    : { kind, orderId: id, account, pair, side, quantity };
}

/**
 * Freezes, trades and rests a user's order that is known to be sound.
 *
 * @returns its record, as it is after its first trades
 */
export function admitUserOrder(turn: Turn, site: HoldingSite, order: PlaceOrder, admission: Admission): OrderRecord {
  const { market, contract } = site;
  const { state, events } = turn;
  const record = createRecord(state, site, order, admission);
  const { id, account, pair, side, quantity } = record;
  freeze(state, site, record);
  noteClientId(state, record);
  addOrder(site, record);
  events.push(placed(record));
  reportOrder(turn, site, record);
  reportHold(turn, site, record);
  const direction = directionOf(side);
  const limit = order.type === "limit" ? order.price : marketBound(market, contract, order);
  const incoming = { id, account, direction, limit, quantity, order: { site, record } };
  const remaining = matchOrder(turn, market, incoming);
  if (remaining === 0) {
    return record;
  }
  if (meets(market, incoming)) {
    cancelRest(turn, market, record, { remaining, reason: "uncovered" });
  } else if (order.type === "market") {
    cancelRest(turn, market, record, { remaining, reason: "no-counterpart" });
  } else {
    holdWaiting(site, record);
    restOrder(state, market, { id, account, pair, side, price: limit, remaining, record });
  }
  return record;
}
