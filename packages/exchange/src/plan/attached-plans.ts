import type { ContractState } from "../contract/contract-state.js";
import { reportPlan, reportPlanned } from "../event/report.js";
import { type Attachment, type OrderRecord, positionSideOf } from "../order/order-record.js";
import type { ExchangeState } from "../state/exchange-state.js";
import type { ContractSite } from "../state/site.js";
import type { Turn } from "../state/turn.js";
import { type PlanOrder, planPrice } from "./plan-order.js";
import { addPlanned } from "./planned.js";

function createPlan(
  state: ExchangeState,
  record: OrderRecord,
  attachment: Attachment,
  plan: PlanOrder["plan"],
): PlanOrder {
  const profits = plan === "take-profit";
  const price = profits ? attachment.takeProfitPrice : attachment.stopLossPrice;
  return {
    id: state.nextOrderId++,
    account: record.account,
    pair: record.pair,
    side: positionSideOf(record.side),
    plan,
    type: attachment.type,
    price: planPrice(price),
    triggerPrice: profits ? attachment.takeProfitTriggerPrice : attachment.stopLossTriggerPrice,
    quantity: 0,
    status: "waiting",
    partner: undefined,
    createdAtMs: state.now,
    updatedAtMs: state.now,
  };
}

function couple(state: ExchangeState, contract: ContractState, record: OrderRecord, attachment: Attachment): void {
  const takeProfit = createPlan(state, record, attachment, "take-profit");
  const stopLoss = createPlan(state, record, attachment, "stop-loss");
  takeProfit.partner = stopLoss;
  stopLoss.partner = takeProfit;
  for (const plan of [takeProfit, stopLoss]) {
    state.plans.set(plan.id, plan);
    contract.plans.add(plan);
  }
  record.plans = { takeProfit, stopLoss };
}

/**
 * An opening order with take-profit and stop-loss was filled a little further: its couple of plans grows by that. When they
 * have triggered or were cancelled meanwhile, a new couple begins.
 */
export function growAttachedPlans(turn: Turn, { market, contract }: ContractSite, record: OrderRecord): void {
  const { state } = turn;
  const { attachment } = record;
  if (attachment === undefined) {
    return;
  }
  const known = record.plans;
  const waits = known?.takeProfit.status === "waiting" && known.stopLoss.status === "waiting";
  if (!waits) {
    couple(state, contract, record, attachment);
  }
  const growth = record.filled - record.planned;
  record.planned = record.filled;
  if (record.plans === undefined) {
    return;
  }
  const { takeProfit, stopLoss } = record.plans;
  for (const plan of [takeProfit, stopLoss]) {
    plan.quantity += growth;
    addPlanned(state, plan, growth);
    plan.updatedAtMs = state.now;
    reportPlan(turn, market, plan);
  }
  reportPlanned(turn, market, takeProfit);
}
