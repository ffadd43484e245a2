import { userOf } from "../account/accounts.js";
import { sidesOf, type UserState } from "../account/user.js";
import type { CancelAllPlans, CancelPlan, PlacePlan } from "../command/command.js";
import type { RefusalReason } from "../command/refusal.js";
import { reportPlan, reportPlanned } from "../event/report.js";
import type { ExchangeState, MarketState } from "../state/exchange-state.js";
import type { Turn } from "../state/turn.js";
import { endPlan } from "./cancel-plan.js";
import { isReached, type PlanOrder, planPrice } from "./plan-order.js";
import { addPlanned } from "./planned.js";

/** While so many plans of an account wait in a contract, it may place no further one. Those that come with orders are counted and not refused. */
export const maxWaitingPlans = 200;

/** The market that a plan means: the one it names, or the only one with a position of its side. */
function marketOf(state: ExchangeState, user: UserState, command: PlacePlan): MarketState | RefusalReason {
  if (command.pair !== undefined) {
    return state.markets.get(command.pair) ?? "unknown-pair";
  }
  const held = [...user.holdings.values()]
    .flatMap((holding) => sidesOf(holding))
    .filter((position) => position.side === command.side && position.quantity > 0);
  const [only] = held;
  const market = only === undefined || held.length > 1 ? undefined : state.markets.get(only.pair);
  return market ?? "no-single-position";
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}

function checkPlan(
  user: UserState,
  { market, contract, lastPrice }: MarketState,
  command: PlacePlan,
): RefusalReason | undefined {
  if (user.restricted) {
    return "account-restricted";
  }
  const { quantity, triggerPrice, price, type, side } = command;
  if (!Number.isSafeInteger(quantity)) {
    return "invalid-quantity";
  }
  if (quantity <= 0) {
    return "quantity-below-all-minimums";
  }
  if (quantity % market.contractUnit !== 0) {
    return "invalid-quantity";
  }
  if (quantity > market.maxOrderQuantity) {
    return "quantity-too-large";
  }
  if (!isCount(triggerPrice) || (type === "limit" && !isCount(price))) {
    return "invalid-price";
  }
  if ((user.holdings.get(market.pair)?.[side].quantity ?? 0) === 0) {
    return "check-parameters";
  }
  if ((contract?.plans.countOf(user.account) ?? 0) >= maxWaitingPlans) {
    return "too-many-open-orders";
  }
  return isReached(command, lastPrice) ? "check-parameters" : undefined;
}

/** Takes a plan on. A trigger on the wrong side of the last price is refused: it would go off at once. */
export function placePlan(turn: Turn, command: PlacePlan): void {
  const { state, events } = turn;
  const { kind, account, side, plan, type, triggerPrice, quantity } = command;
  const user = userOf(state, account);
  const market = marketOf(state, user, command);
  const reason = typeof market === "string" ? market : checkPlan(user, market, command);
  if (typeof market === "string" || market.contract === undefined || reason !== undefined) {
    events.push({ kind: "command-refused", command: kind, account, reason: reason ?? "unknown-pair" });
    return;
  }
  const price = planPrice(command.price);
  const times = { createdAtMs: state.now, updatedAtMs: state.now };
  const id = state.nextOrderId++;
  const { pair } = market.market;
  const what = { id, account, pair, side, plan, type, price, triggerPrice, quantity, ...times };
  const created: PlanOrder = { ...what, status: "waiting", partner: undefined };
  state.plans.set(id, created);
  market.contract.plans.add(created);
  addPlanned(state, created, quantity);
  reportPlan(turn, market, created);
  reportPlanned(turn, market, created);
}

/** Takes a plan back that still waits. */
export function cancelPlan(turn: Turn, command: CancelPlan): void {
  const { state, events } = turn;
  const { kind, account, orderId } = command;
  const plan = state.plans.get(orderId);
  const market = plan === undefined ? undefined : state.markets.get(plan.pair);
  if (plan?.account === account && market !== undefined && plan.status === "waiting") {
    endPlan(turn, market, plan, "cancelled");
    reportPlanned(turn, market, plan);
    return;
  }
  const known = plan ?? state.remembered.plans.only(0, orderId);
  const reason = known?.account === account ? "order-finished" : "unknown-order";
  events.push({ kind: "command-refused", command: kind, account, reason, orderId });
}

/** Takes every waiting plan of a user back. */
export function cancelAllPlans(turn: Turn, command: CancelAllPlans): void {
  const { state, events } = turn;
  const { kind, account, pair } = command;
  if (pair !== undefined && !state.markets.has(pair)) {
    events.push({ kind: "command-refused", command: kind, account, reason: "unknown-pair" });
    return;
  }
  for (const market of state.markets.values()) {
    if (pair !== undefined && market.market.pair !== pair) {
      continue;
    }
    const ended = market.contract?.plans.ofAccount(account) ?? [];
    for (const plan of ended) {
      endPlan(turn, market, plan, "cancelled");
    }
    for (const side of ["long", "short"] as const) {
      const last = ended.findLast((plan) => plan.side === side);
      if (last !== undefined) {
        reportPlanned(turn, market, last);
      }
    }
  }
}
