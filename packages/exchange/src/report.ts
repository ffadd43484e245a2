import { contractOf } from "./account/contract-of.js";
import type { Holding, Position, UserState } from "./account/user.js";
import type { ExchangeEvent } from "./event.js";
import type { ExchangeState, MarketState } from "./exchange-state.js";
import { keepLatest } from "./keep-latest.js";
import { type OrderRecord, opens } from "./order/order-record.js";
import type { PlanOrder } from "./plan/plan-order.js";
import { viewAssets } from "./view/assets-view.js";
import { type ChangeFigures, viewChange } from "./view/change-view.js";
import { viewOrder } from "./view/order-view.js";
import { viewPlan } from "./view/plan-view.js";
import { viewPosition } from "./view/position-view.js";

/** Tells a user what he has of a coin. */
export function reportAssets(state: ExchangeState, user: UserState, coin: string, events: ExchangeEvent[]): void {
  events.push({ kind: "assets-changed", account: user.account, assets: viewAssets(state, user, coin) });
}

/** Tells a user how a position stands. */
export function reportPosition(
  state: ExchangeState,
  market: MarketState,
  user: UserState,
  holding: Holding,
  position: Position,
  events: ExchangeEvent[],
): void {
  const view = viewPosition(state, market, user, holding, position);
  events.push({ kind: "position-changed", account: user.account, position: view });
}

/** Tells a user how an order stands. */
export function reportOrder(
  state: ExchangeState,
  market: MarketState,
  holding: Holding,
  record: OrderRecord,
  events: ExchangeEvent[],
): void {
  const { units } = contractOf(state, holding);
  events.push({
    kind: "order-changed",
    account: record.account,
    order: viewOrder(state.ids, market.market, units, record),
  });
}

/** Tells a user what an order holds on to or has let go: money when it opens, a part of the position when it closes. */
export function reportHold(
  state: ExchangeState,
  market: MarketState,
  user: UserState,
  holding: Holding,
  record: OrderRecord,
  events: ExchangeEvent[],
): void {
  if (opens(record.side)) {
    reportAssets(state, user, holding.coin, events);
    return;
  }
  const position = record.side === "close-long" ? holding.long : holding.short;
  reportPosition(state, market, user, holding, position, events);
}

/** Tells a user how a plan stands. */
export function reportPlan(state: ExchangeState, market: MarketState, plan: PlanOrder, events: ExchangeEvent[]): void {
  events.push({ kind: "plan-changed", account: plan.account, plan: viewPlan(state.ids, market.market, plan) });
}

/** Tells a user how the position stands that plans would close: it says how much of it they would. @spec document 1, Resources, Position */
export function reportPlanned(
  state: ExchangeState,
  market: MarketState,
  { account, pair, side }: Pick<PlanOrder, "account" | "pair" | "side">,
  events: ExchangeEvent[],
): void {
  const user = state.users.get(account);
  const holding = user?.holdings.get(pair);
  if (user === undefined || holding === undefined || holding[side].quantity === 0) {
    return;
  }
  reportPosition(state, market, user, holding, holding[side], events);
}

/** Writes a line of a user's change log. */
export function logChange(
  state: ExchangeState,
  market: MarketState,
  holding: Holding,
  position: Position,
  figures: Omit<ChangeFigures, "id" | "atMs">,
  events: ExchangeEvent[],
): void {
  const { units } = contractOf(state, holding);
  const at = { coin: holding.coin, mode: holding.mode, position };
  const full = { ...figures, id: state.nextChangeId++, atMs: state.now };
  const change = viewChange(market.market, units, at, full);
  holding.changes.push(change);
  keepLatest(holding.changes, state.keptRecords);
  events.push({ kind: "position-logged", account: position.account, change });
}
