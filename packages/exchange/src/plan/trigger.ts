import { closableQuantity } from "../account/closable.js";
import { holdingSiteOf } from "../account/sites.js";
import { type RefusalReason, refusalCodes } from "../command/refusal.js";
import { checkOrder } from "../door/check-order.js";
import type { PlaceOrder } from "../door/place-order.js";
import { reportOrder, reportPlanned } from "../event/report.js";
import { admitUserOrder, createRecord } from "../order/admit.js";
import type { ExchangeState } from "../state/exchange-state.js";
import { noteClientId } from "../state/retention.js";
import type { ContractSite, HoldingSite } from "../state/site.js";
import type { Turn } from "../state/turn.js";
import { endPlan } from "./cancel-plan.js";
import { DuePlans } from "./due-plans.js";
import type { PlanOrder } from "./plan-order.js";

const admission = { source: "plan", attachment: undefined, frozen: 0n } as const;

function orderOf(plan: PlanOrder, quantity: number): PlaceOrder {
  const side = plan.side === "long" ? "close-long" : "close-short";
  const base = { kind: "place-order", account: plan.account, pair: plan.pair, side, quantity } as const;
  return plan.type === "limit" ? { ...base, type: "limit", price: plan.price } : { ...base, type: "market" };
}

/** The order could not be placed: the plan has failed, and a failed order says why. */
function fail(turn: Turn, site: HoldingSite, plan: PlanOrder, reason: RefusalReason): void {
  const { market } = site;
  const { state } = turn;
  endPlan(turn, market, plan, "trigger-failed");
  const record = createRecord(state, site, orderOf(plan, plan.quantity), admission);
  record.status = "failed";
  record.reason = refusalCodes[reason];
  noteClientId(state, record);
  state.finished.orders.push(record);
  reportOrder(turn, site, record);
  reportPlanned(turn, market, plan);
}

function activate(turn: Turn, { market, contract }: ContractSite, plan: PlanOrder): void {
  const site = holdingSiteOf(turn.state, { market, contract }, plan.account);
  const { holding } = site;
  const quantity = Math.min(plan.quantity, closableQuantity(holding[plan.side]));
  const order = orderOf(plan, quantity);
  const reason = quantity === 0 ? "not-closable" : checkOrder(turn.state, site, order);
  if (reason !== undefined) {
    fail(turn, site, plan, reason);
    return;
  }
  endPlan(turn, market, plan, "triggered");
  const { partner } = plan;
  if (partner?.status === "waiting") {
    endPlan(turn, market, partner, "counterpart-triggered");
  }
  admitUserOrder(turn, site, order, admission);
}

/** Plans that came into a market since an id was the next one. */
function newPlans({ plans, nextOrderId }: ExchangeState, pair: string, firstId: number): readonly PlanOrder[] {
  const found: PlanOrder[] = [];
  for (let id = firstId; id < nextOrderId; id++) {
    const plan = plans.get(id);
    if (plan?.pair === pair) {
      found.push(plan);
    }
  }
  return found;
}

function triggerPlansIn(turn: Turn, site: ContractSite): void {
  const { state } = turn;
  const { market, contract } = site;
  const due = new DuePlans(market, contract.plans);
  for (let plan = due.next(); plan !== undefined; plan = due.next()) {
    const firstId = state.nextOrderId;
    activate(turn, site, plan);
    for (const one of newPlans(state, market.market.pair, firstId)) {
      due.join(one);
    }
  }
}

/** Looks at the plans of every market that has traded; what they place may trade again. Each plan goes off once. */
export function triggerPlans(turn: Turn): void {
  const { state } = turn;
  for (const market of state.traded) {
    state.traded.delete(market);
    const { contract } = market;
    if (contract !== undefined && contract.plans.size > 0) {
      triggerPlansIn(turn, { market, contract });
    }
  }
}
