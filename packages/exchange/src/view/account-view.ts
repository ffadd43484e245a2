import type { AccountId } from "../account/account-id.js";
import { contractOf } from "../account/contract-of.js";
import type { UserState } from "../account/user.js";
import type { FinishedOrder } from "../order/order-record.js";
import type { ExchangeState } from "../state/exchange-state.js";
import type { AssetsView } from "./assets.js";
import { viewAssets } from "./assets-view.js";
import { findByClientId, orderOf } from "./history-view.js";
import type { OrderView } from "./order.js";
import { viewOrder } from "./order-view.js";
import { type PlanView, viewPlan } from "./plan-view.js";
import type { PositionView } from "./position.js";
import { viewPositions } from "./position-view.js";
import { readEntryId } from "./wire-ids.js";

/** What a user sees of his own account at this moment: the initial state of the private stream, and the answers of queries. */
export interface AccountView {
  /** Every coin that the user has ever had in his accounts. */
  readonly assets: readonly AssetsView[];
  /** Positions that are not empty. */
  readonly positions: readonly PositionView[];
  /** Waiting orders, newest first. */
  readonly openOrders: readonly OrderView[];
  /** Waiting plans, newest first. */
  readonly plans: readonly PlanView[];
}

function show(state: ExchangeState, user: UserState, record: FinishedOrder): readonly OrderView[] {
  const market = state.markets.get(record.pair);
  const holding = user.holdings.get(record.pair);
  if (market === undefined || holding === undefined) {
    return [];
  }
  return [viewOrder(state.ids, { market, contract: contractOf(state, holding) }, record, record)];
}

const empty: AccountView = { assets: [], positions: [], openOrders: [], plans: [] };

/** An account as it is now; empty when nobody has used it. */
export function viewAccount(state: ExchangeState, account: AccountId): AccountView {
  const user = state.users.get(account);
  if (user === undefined) {
    return empty;
  }
  const waiting = [...user.holdings.values()].flatMap((holding) => [...holding.orders.values()]);
  waiting.sort((left, right) => right.id - left.id);
  const plans = [...state.markets.values()].flatMap(({ contract }) => contract?.plans.ofAccount(account) ?? []);
  plans.sort((left, right) => right.id - left.id);
  return {
    assets: [...user.coins.keys()].map((coin) => viewAssets(state, user, coin)),
    positions: viewPositions(state, user),
    openOrders: waiting.flatMap((record) => show(state, user, record)),
    plans: plans.flatMap((plan) => {
      const market = state.markets.get(plan.pair);
      return market === undefined ? [] : [viewPlan(state.ids, market.market, plan, plan)];
    }),
  };
}

/** An order of the account by the id that clients see, finished ones too; nothing when there is none. */
export function findOrder(state: ExchangeState, account: AccountId, orderId: string): OrderView | undefined {
  const record = orderOf(state, readEntryId(state.ids, orderId) ?? 0);
  const user = state.users.get(account);
  if (record?.account !== account || user === undefined) {
    return undefined;
  }
  return show(state, user, record)[0];
}

/** Every order of the account with this client id, newest first: nobody keeps client ids apart. */
export function findOrdersByClientId(
  state: ExchangeState,
  account: AccountId,
  clientOrderId: string,
): readonly OrderView[] {
  const user = state.users.get(account);
  if (user === undefined) {
    return [];
  }
  return findByClientId(state, account, clientOrderId).flatMap((record) => show(state, user, record));
}
