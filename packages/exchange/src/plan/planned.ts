import type { ExchangeState } from "../state/exchange-state.js";
import type { PlanOrder } from "./plan-order.js";

/** What waiting plans would close of a position has grown, or shrunk, by a quantity. */
export function addPlanned(state: ExchangeState, plan: PlanOrder, quantity: number): void {
  const position = state.users.get(plan.account)?.holdings.get(plan.pair)?.[plan.side];
  if (position === undefined) {
    return;
  }
  if (plan.plan === "take-profit") {
    position.takeProfit += quantity;
  } else {
    position.stopLoss += quantity;
  }
}
