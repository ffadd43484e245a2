import type { AccountId } from "../account/account-id.js";
import { contractOf } from "../account/contract-of.js";
import { rateScale, scaledText } from "../exact/money.js";
import type { MarketFamily } from "../market/market.js";
import type { OrderRecord } from "../order/order-record.js";
import type { ExchangeState } from "../state/exchange-state.js";
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

function show(state: ExchangeState, record: OrderRecord): readonly HistoricalOrderView[] {
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

/** Orders as their account knows them, newest first; finished ones as far as they are remembered. */
export function findRecords(state: ExchangeState, filter: OrderFilter): readonly OrderRecord[] {
  const { account, family, pair, side, status } = filter;
  return [...state.orders.values()]
    .filter(
      (record) =>
        record.account === account &&
        (pair === undefined || record.pair === pair) &&
        (side === undefined || record.side === side) &&
        (status === undefined || status.includes(record.status)) &&
        isOf(state, family, record.pair),
    )
    .reverse();
}

/** Orders as histories show them. */
export function viewHistory(state: ExchangeState, records: readonly OrderRecord[]): readonly HistoricalOrderView[] {
  return records.flatMap((record) => show(state, record));
}

/** An order of an account in one family by the id that clients see; nothing when there is none. */
export function findRecord(
  state: ExchangeState,
  account: AccountId,
  family: MarketFamily,
  orderId: string,
): OrderRecord | undefined {
  const record = state.orders.get(readEntryId(state.ids, orderId) ?? 0);
  return record?.account === account && isOf(state, family, record.pair) ? record : undefined;
}

/** The trades of an order, newest first. */
export function viewFills({ ids, markets }: ExchangeState, record: OrderRecord): readonly FillView[] {
  const market = markets.get(record.pair);
  const contract = market?.contract;
  if (market === undefined || contract === undefined) {
    return [];
  }
  return record.fills.map((fill) => viewFill(ids, { market, contract }, record, fill)).reverse();
}

/** The change log of an account in one contract, newest first. */
export function viewChanges(state: ExchangeState, account: AccountId, pair: string): readonly ChangeView[] {
  const market = state.markets.get(pair);
  const contract = market?.contract;
  const changes = state.users.get(account)?.holdings.get(pair)?.changes;
  if (market === undefined || contract === undefined || changes === undefined) {
    return [];
  }
  return changes.map((change) => viewChange({ market, contract }, change)).reverse();
}
