import { positionSiteOf } from "../account/sites.js";
import type { UserState } from "../account/user.js";
import type { CoinAccounts } from "../ledger/chart.js";
import { type OrderRecord, opens } from "../order/order-record.js";
import type { PlanOrder } from "../plan/plan-order.js";
import type { MarketState } from "../state/exchange-state.js";
import type { ContractSite, HoldingSite, PositionSite } from "../state/site.js";
import type { Turn } from "../state/turn.js";
import { assetsOf } from "../view/assets-view.js";
import type { LoggedChange } from "../view/change.js";
import type { FillRecord } from "../view/fill.js";
import { positionFigures } from "../view/position-view.js";
import {
  AssetsChangedEvent,
  FilledEvent,
  OrderChangedEvent,
  PlanChangedEvent,
  PositionChangedEvent,
  PositionLoggedEvent,
} from "./told-events.js";

/** Tells a user what he has of a coin. */
export function reportAssets({ events }: Turn, user: UserState, accounts: CoinAccounts): void {
  events.push(new AssetsChangedEvent(user.account, assetsOf(user, accounts)));
}

/** Tells a user how a position stands. */
export function reportPosition({ state, events }: Turn, site: PositionSite): void {
  events.push(new PositionChangedEvent(site.user.account, site, positionFigures(state, site)));
}

/** Tells a user how an order stands. */
export function reportOrder({ state, events }: Turn, site: ContractSite, record: OrderRecord): void {
  events.push(new OrderChangedEvent(state.ids, site, record));
}

/** Tells a user what an order holds on to or has let go: money when it opens, a part of the position when it closes. */
export function reportHold(turn: Turn, site: HoldingSite, record: OrderRecord): void {
  const { user, holding } = site;
  if (opens(record.side)) {
    reportAssets(turn, user, holding.accounts);
    return;
  }
  const position = record.side === "close-long" ? holding.long : holding.short;
  reportPosition(turn, positionSiteOf(site, position));
}

/** Tells a user how a plan stands. */
export function reportPlan({ state, events }: Turn, market: MarketState, plan: PlanOrder): void {
  events.push(new PlanChangedEvent(state.ids, { market }, plan));
}

/** Tells a user how the position stands that plans would close: it says how much of it they would. @spec document 1, Resources, Position */
export function reportPlanned(
  turn: Turn,
  market: MarketState,
  { account, pair, side }: Pick<PlanOrder, "account" | "pair" | "side">,
): void {
  const { contract } = market;
  const user = turn.state.users.get(account);
  const holding = user?.holdings.get(pair);
  const position = holding?.[side];
  if (contract === undefined || user === undefined || holding === undefined || position === undefined) {
    return;
  }
  if (position.quantity > 0) {
    reportPosition(turn, { market, contract, user, holding, position });
  }
}

/** Tells a user of a trade of an order, and keeps it with the order. */
export function reportFill({ state, events }: Turn, site: ContractSite, record: OrderRecord, fill: FillRecord): void {
  if (record.fills.length === 0) {
    // Most orders have one fill: a list that is pushed to keeps room for sixteen more.
    record.fills = [fill];
  } else {
    record.fills.push(fill);
  }
  events.push(new FilledEvent(state.ids, site, record, fill));
}

/** Writes a line of a user's change log. */
export function logChange({ state, events }: Turn, site: PositionSite, change: LoggedChange): void {
  state.remembered.changes.append(change);
  events.push(new PositionLoggedEvent(change.account, site, change));
}
