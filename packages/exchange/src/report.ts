import { contractOf } from "./account/contract-of.js";
import type { Holding, Position, UserState } from "./account/user.js";
import type { MarketState } from "./exchange-state.js";
import { keepLatest } from "./keep-latest.js";
import { type OrderRecord, opens } from "./order/order-record.js";
import type { PlanOrder } from "./plan/plan-order.js";
import type { Turn } from "./state/turn.js";
import { viewAssets } from "./view/assets-view.js";
import { type ChangeFigures, viewChange } from "./view/change-view.js";
import { viewOrder } from "./view/order-view.js";
import { viewPlan } from "./view/plan-view.js";
import { viewPosition } from "./view/position-view.js";

/** Tells a user what he has of a coin. */
export function reportAssets({ state, events }: Turn, user: UserState, coin: string): void {
  events.push({ kind: "assets-changed", account: user.account, assets: viewAssets(state, user, coin) });
}

/** Tells a user how a position stands. */
export function reportPosition(
  { state, events }: Turn,
  market: MarketState,
  user: UserState,
  holding: Holding,
  position: Position,
): void {
  const view = viewPosition(state, market, user, holding, position);
  events.push({ kind: "position-changed", account: user.account, position: view });
}

/** Tells a user how an order stands. */
export function reportOrder({ state, events }: Turn, market: MarketState, holding: Holding, record: OrderRecord): void {
  const { units } = contractOf(state, holding);
  events.push({
    kind: "order-changed",
    account: record.account,
    order: viewOrder(state.ids, market.market, units, record),
  });
}

/** Tells a user what an order holds on to or has let go: money when it opens, a part of the position when it closes. */
export function reportHold(
  turn: Turn,
  market: MarketState,
  user: UserState,
  holding: Holding,
  record: OrderRecord,
): void {
  if (opens(record.side)) {
    reportAssets(turn, user, holding.coin);
    return;
  }
  const position = record.side === "close-long" ? holding.long : holding.short;
  reportPosition(turn, market, user, holding, position);
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
  const user = turn.state.users.get(account);
  const holding = user?.holdings.get(pair);
  if (user === undefined || holding === undefined || holding[side].quantity === 0) {
    return;
  }
  reportPosition(turn, market, user, holding, holding[side]);
}

/** Writes a line of a user's change log. */
export function logChange(
  { state, events }: Turn,
  market: MarketState,
  holding: Holding,
  position: Position,
  figures: Omit<ChangeFigures, "id" | "atMs">,
): void {
  const { units } = contractOf(state, holding);
  const at = { coin: holding.coin, mode: holding.mode, position };
  const full = { ...figures, id: state.nextChangeId++, atMs: state.now };
  const change = viewChange(market.market, units, at, full);
  holding.changes.push(change);
  keepLatest(holding.changes, state.keptRecords);
  events.push({ kind: "position-logged", account: position.account, change });
}
