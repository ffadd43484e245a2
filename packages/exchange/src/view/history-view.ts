import type { AccountId } from "../account/account-id.js";
import { contractOf } from "../account/contract-of.js";
import { rateScale, scaledText } from "../exact/money.js";
import type { MarketFamily } from "../market/market.js";
import type { FinishedOrder } from "../order/order-record.js";
import { readChangeHead } from "../remembered/change-codec.js";
import { finishedOrder, finishedOrderIds, finishedWithClientId } from "../remembered/find-orders.js";
import { newestIdsFirst } from "../remembered/newest-ids.js";
import type { OrderHead } from "../remembered/order-codec.js";
import type { ExchangeState } from "../state/exchange-state.js";
import { currentOrder, waitingOrders } from "../state/retention.js";
import type { ChangeView } from "./change.js";
import { viewChange } from "./change-view.js";
import type { FillView } from "./fill.js";
import { viewFill } from "./fill-view.js";
import type { OrderView } from "./order.js";
import { viewOrder } from "./order-view.js";
import { readEntryId } from "./wire-ids.js";

/**
 * An order as histories show it, under the names of the schema's `historical-order` record.
 *
 * @spec document 1, Resources, Order, long-name form
 */
export interface HistoricalOrderView extends OrderView {
  readonly userId: string;
  readonly coin: string;
  readonly makerFeeRate: string;
  readonly takerFeeRate: string;
}

function isOf(state: ExchangeState, family: MarketFamily, pair: string): boolean {
  return state.markets.get(pair)?.market.family === family;
}

/** Histories write client ids as integers: other ids cannot appear there. */
const integer = /^(?:0|[1-9][0-9]{0,18})$/;

function show(state: ExchangeState, record: FinishedOrder): readonly HistoricalOrderView[] {
  const market = state.markets.get(record.pair);
  const holding = state.users.get(record.account)?.holdings.get(record.pair);
  if (market === undefined || holding === undefined) {
    return [];
  }
  const contract = contractOf(state, holding);
  const { terms } = contract;
  const rates = {
    makerFeeRate: scaledText(terms.makerFeeRate, rateScale),
    takerFeeRate: scaledText(terms.takerFeeRate, rateScale),
  };
  const { clientOrderId, ...order } = viewOrder(state.ids, { market, contract }, record, record);
  const own = clientOrderId !== undefined && integer.test(clientOrderId) ? { clientOrderId } : {};
  return [{ ...order, ...own, userId: String(record.account), coin: holding.coin, ...rates }];
}

/** Which orders of an account are wanted. */
export interface OrderFilter {
  readonly account: AccountId;
  readonly family: MarketFamily;
  readonly pair?: string;
  readonly side?: OrderView["side"];
  /** Absent: whatever became of them. */
  readonly status?: readonly OrderView["status"][];
}

/** So many finished orders with one client id are shown, the latest to end: a request asks for a hundred client ids. */
export const maxSameClientId = 20;

/** Ids are in the order in which orders came. */
const newestFirst = (left: { readonly id: number }, right: { readonly id: number }): number => right.id - left.id;

/** A user's order that waits or is remembered, by the exchange's own number; nothing when there is none. */
export function orderOf(state: ExchangeState, id: number): FinishedOrder | undefined {
  return currentOrder(state, id) ?? finishedOrder(state.remembered, id);
}

/** Every user's order that waits or is remembered, in the order in which they came. */
export function everyOrder(state: ExchangeState): readonly FinishedOrder[] {
  return [...waitingOrders(state), ...state.remembered.orders.all()].sort((left, right) => left.id - right.id);
}

/** Ids of an account's orders, newest first; of finished ones as far as they are remembered. */
export function findOrders(state: ExchangeState, filter: OrderFilter): readonly number[] {
  const { account, family, pair, side, status } = filter;
  const fits = (order: OrderHead): boolean =>
    order.account === account &&
    (pair === undefined || order.pair === pair) &&
    (side === undefined || order.side === side) &&
    (status === undefined || status.includes(order.status)) &&
    isOf(state, family, order.pair);
  const ids = finishedOrderIds(state.remembered, account, fits);
  for (const { orders } of state.users.get(account)?.holdings.values() ?? []) {
    for (const order of orders.values()) {
      if (fits(order)) {
        ids.push(order.id);
      }
    }
  }
  return newestIdsFirst(ids);
}

/** Reads orders by their ids, also when they have ended since; those that nobody remembers any more are left out. */
export function readOrders(state: ExchangeState, ids: readonly number[]): readonly FinishedOrder[] {
  return ids.flatMap((id) => orderOf(state, id) ?? []);
}

/** An account's orders with a client id, newest first: nobody keeps client ids apart. @param max so many finished ones at most, the latest to end */
export function findByClientId(
  state: ExchangeState,
  account: AccountId,
  clientOrderId: string,
  max: number = maxSameClientId,
): readonly FinishedOrder[] {
  const ids = state.users.get(account)?.clientIds.get(clientOrderId) ?? [];
  const waiting = ids.flatMap((id) => currentOrder(state, id) ?? []);
  return [...waiting, ...finishedWithClientId(state.remembered, account, clientOrderId, max)].sort(newestFirst);
}

/** Orders as histories show them. */
export function viewHistory(state: ExchangeState, orders: readonly FinishedOrder[]): readonly HistoricalOrderView[] {
  return orders.flatMap((record) => show(state, record));
}

/** An order of an account in one family by the id that clients see; nothing when there is none. */
export function findRecord(
  state: ExchangeState,
  account: AccountId,
  family: MarketFamily,
  orderId: string,
): FinishedOrder | undefined {
  const record = orderOf(state, readEntryId(state.ids, orderId) ?? 0);
  return record?.account === account && isOf(state, family, record.pair) ? record : undefined;
}

/** The trades of an order, newest first. */
export function viewFills({ ids, markets }: ExchangeState, record: FinishedOrder): readonly FillView[] {
  const market = markets.get(record.pair);
  const contract = market?.contract;
  if (market === undefined || contract === undefined) {
    return [];
  }
  return record.fills.map((fill) => viewFill(ids, { market, contract }, record, fill)).reverse();
}

/** Numbers of the lines of an account's change log, newest first, as far as they are remembered. @param pair absent: of every contract */
export function findChanges({ remembered }: ExchangeState, account: AccountId, pair?: string): readonly number[] {
  const { changes } = remembered;
  const numbers: number[] = [];
  changes.visit(0, account, (number, reader) => {
    const head = readChangeHead(reader, changes.texts);
    if (head.account === account && (pair === undefined || head.pair === pair)) {
      numbers.push(number);
    }
  });
  return numbers;
}

/** Lines of change logs; those that nobody remembers any more are left out. */
export function viewChanges({ markets, remembered }: ExchangeState, numbers: readonly number[]): readonly ChangeView[] {
  return numbers.flatMap((number) => {
    if (number < remembered.changes.first) {
      return [];
    }
    const change = remembered.changes.get(number);
    const market = markets.get(change.pair);
    const contract = market?.contract;
    return market === undefined || contract === undefined ? [] : [viewChange({ market, contract }, change)];
  });
}
