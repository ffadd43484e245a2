import { positionSiteOf } from "../account/sites.js";
import type { UserState } from "../account/user.js";
import { type OrderRecord, opens } from "../order/order-record.js";
import type { PlanOrder } from "../plan/plan-order.js";
import type { MarketState } from "../state/exchange-state.js";
import { keepLatest } from "../state/keep-latest.js";
import type { ContractSite, HoldingSite, PositionSite } from "../state/site.js";
import type { Turn } from "../state/turn.js";
import { viewAssets } from "../view/assets-view.js";
import { type ChangeFigures, viewChange } from "../view/change-view.js";
import { viewOrder } from "../view/order-view.js";
import { viewPlan } from "../view/plan-view.js";
import { viewPosition } from "../view/position-view.js";

/** Tells a user what he has of a coin. */
export function reportAssets({ state, events }: Turn, user: UserState, coin: string): void {
  events.push({ kind: "assets-changed", account: user.account, assets: viewAssets(state, user, coin) });
}

/** Tells a user how a position stands. */
export function reportPosition({ state, events }: Turn, site: PositionSite): void {
  const position = viewPosition(state, site);
  events.push({ kind: "position-changed", account: site.user.account, position });
}

/** Tells a user how an order stands. */
export function reportOrder({ state, events }: Turn, { market, contract }: ContractSite, record: OrderRecord): void {
  const order = viewOrder(state.ids, market.market, contract.units, record);
  events.push({ kind: "order-changed", account: record.account, order });
}

/** Tells a user what an order holds on to or has let go: money when it opens, a part of the position when it closes. */
export function reportHold(turn: Turn, site: HoldingSite, record: OrderRecord): void {
  const { user, holding } = site;
  if (opens(record.side)) {
    reportAssets(turn, user, holding.coin);
    return;
  }
  const position = record.side === "close-long" ? holding.long : holding.short;
  reportPosition(turn, positionSiteOf(site, position));
}

/** Tells a user how a plan stands. */
export function reportPlan({ state, events }: Turn, market: MarketState, plan: PlanOrder): void {
  events.push({ kind: "plan-changed", account: plan.account, plan: viewPlan(state.ids, market.market, plan) });
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

/** Writes a line of a user's change log. */
export function logChange(
  { state, events }: Turn,
  { market, contract, holding, position }: PositionSite,
  figures: Omit<ChangeFigures, "id" | "atMs">,
): void {
  const at = { coin: holding.coin, mode: holding.mode, position };
  const full = { ...figures, id: state.nextChangeId++, atMs: state.now };
  const change = viewChange(market.market, contract.units, at, full);
  holding.changes.push(change);
  keepLatest(holding.changes, state.keptRecords);
  events.push({ kind: "position-logged", account: position.account, change });
}
