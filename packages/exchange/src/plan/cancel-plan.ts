import type { AccountId } from "../account/account-id.js";
import type { PositionSide } from "../contract/margin.js";
import { reportPlan } from "../event/report.js";
import type { MarketState } from "../state/exchange-state.js";
import type { ContractSite } from "../state/site.js";
import type { Turn } from "../state/turn.js";
import type { PlanOrder, PlanStatus } from "./plan-order.js";
import { addPlanned } from "./planned.js";

/** A plan that waited waits no longer. */
export function endPlan(
  turn: Turn,
  market: MarketState,
  plan: PlanOrder,
  status: Exclude<PlanStatus, "waiting">,
): void {
  plan.status = status;
  plan.updatedAtMs = turn.state.now;
  turn.state.finished.plans.push(plan.id);
  market.contract?.plans.delete(plan);
  addPlanned(turn.state, plan, -plan.quantity);
  reportPlan(turn, market, plan);
}

/** A position is gone: so are the plans that would have closed it. */
export function cancelPlansOf(
  turn: Turn,
  { market, contract }: ContractSite,
  position: { readonly account: AccountId; readonly side: PositionSide },
): void {
  for (const plan of contract.plans.ofAccount(position.account)) {
    if (plan.side === position.side) {
      endPlan(turn, market, plan, "cancelled");
    }
  }
}
