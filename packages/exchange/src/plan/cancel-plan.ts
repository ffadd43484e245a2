import type { AccountId } from "../account/account-id.js";
import type { ContractState } from "../contract/contract-state.js";
import type { PositionSide } from "../contract/margin.js";
import type { ExchangeEvent } from "../event.js";
import type { ExchangeState, MarketState } from "../exchange-state.js";
import { reportPlan } from "../report.js";
import type { PlanOrder, PlanStatus } from "./plan-order.js";

/** A plan that waited waits no longer. */
export function endPlan(
  state: ExchangeState,
  market: MarketState,
  plan: PlanOrder,
  status: Exclude<PlanStatus, "waiting">,
  events: ExchangeEvent[],
): void {
  plan.status = status;
  plan.updatedAtMs = state.now;
  market.contract?.plans.delete(plan);
  reportPlan(state, market, plan, events);
}

/** A position is gone: so are the plans that would have closed it. */
export function cancelPlansOf(
  state: ExchangeState,
  market: MarketState,
  contract: ContractState,
  position: { readonly account: AccountId; readonly side: PositionSide },
  events: ExchangeEvent[],
): void {
  for (const plan of contract.plans) {
    if (plan.account !== position.account || plan.side !== position.side) {
      continue;
    }
    endPlan(state, market, plan, "cancelled", events);
  }
}
