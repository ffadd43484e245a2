import { type Holding, sidesOf } from "../account/user.js";
import { type FinishedOrder, isWaiting, opens, positionSideOf } from "../order/order-record.js";
import type { PlanOrder } from "../plan/plan-order.js";
import { logsOf } from "../remembered/remembered.js";
import type { ExchangeState } from "../state/exchange-state.js";
import { waitingOrders } from "../state/retention.js";
import { findByClientId, orderOf } from "../view/history-view.js";
import { isHeld } from "../wallet/wallet-state.js";
import { demand } from "./demand.js";

type Sums = Record<"opening" | "closing" | "takeProfit" | "stopLoss", number>;

function sumsOf(holding: Holding, side: "long" | "short", plans: readonly PlanOrder[]): Sums {
  const sums: Sums = { opening: 0, closing: 0, takeProfit: 0, stopLoss: 0 };
  for (const order of holding.orders.values()) {
    if (positionSideOf(order.side) === side) {
      sums[opens(order.side) ? "opening" : "closing"] += order.quantity - order.filled;
    }
  }
  for (const plan of plans) {
    if (plan.side === side) {
      sums[plan.plan === "take-profit" ? "takeProfit" : "stopLoss"] += plan.quantity;
    }
  }
  return sums;
}

const nothing = { long: { quantity: 0 }, short: { quantity: 0 } };

function waitingPlans(state: ExchangeState, pair: string): readonly PlanOrder[] {
  return [...state.plans.values()].filter((plan) => plan.pair === pair && plan.status === "waiting");
}

/** Price difference × quantity of what waits at worse prices than the tag price. */
function lossesAt(mark: number, { orders }: Holding): number {
  let sum = 0;
  for (const { side, price, quantity, filled } of orders.values()) {
    const lost = side === "open-long" || side === "close-short" ? price - mark : mark - price;
    sum += Math.max(0, lost) * (quantity - filled);
  }
  return sum;
}

function checkHolding(
  holding: Holding,
  { account, mark }: { readonly account: number; readonly mark: number },
  plans: readonly PlanOrder[],
): void {
  const frozen = [...holding.orders.values()].reduce((sum, one) => sum + one.frozenTotal - one.released, 0n);
  demand(holding.frozen.balance === frozen, `${holding.frozen.balance} is frozen, orders hold back ${frozen}`);
  const { losses } = holding;
  demand(
    losses.mark !== mark || losses.sum === lossesAt(mark, holding),
    "what waiting orders would lose is another sum",
  );
  const own = plans.filter((plan) => plan.account === account);
  for (const position of sidesOf(holding)) {
    const sums = sumsOf(holding, position.side, own);
    for (const [what, sum] of Object.entries(sums)) {
      demand(position[what as keyof Sums] === sum, `the kept sum ${what} is not that of orders and plans`);
    }
  }
}

/** Looking at all of them after each step would take long. */
const latest = 20;

function latestOrders(state: ExchangeState): readonly FinishedOrder[] {
  const { remembered } = state;
  const { first, next } = remembered.orders;
  const from = Math.max(first, next - latest);
  const ended = Array.from({ length: next - from }, (_, i) => remembered.orders.get(from + i));
  return [...waitingOrders(state).slice(-latest), ...ended];
}

/** What has ended is packed and what waits is not; client ids find the orders that have them. */
function checkRemembered(state: ExchangeState): void {
  const { openOrders, plans, wallet, finished, remembered } = state;
  demand(
    Object.values(finished).every(({ length }) => length === 0),
    "something has ended and is not packed",
  );
  demand(waitingOrders(state).every(isWaiting), "an order has ended and is not packed");
  demand(
    [...plans.values()].every(({ status }) => status === "waiting"),
    "a plan has ended and is not packed",
  );
  demand(
    [...wallet.deposits.values()].every(({ stage }) => stage === "in-progress"),
    "a deposit has ended and is not packed",
  );
  demand([...wallet.withdrawals.values()].every(isHeld), "a withdrawal has ended and is not packed");
  for (const log of logsOf(remembered)) {
    demand(log.size <= state.keptRecords * (1 + 1 / 16) + 1, `too much is remembered: ${log.name}`);
  }
  for (const { id, account, clientOrderId, status } of latestOrders(state)) {
    demand(openOrders.has(id) === isWaiting({ status }), "a waiting order is packed");
    const isFound =
      clientOrderId === undefined ||
      findByClientId(state, account, clientOrderId, Number.POSITIVE_INFINITY).some((order) => order.id === id);
    demand(isFound && orderOf(state, id)?.account === account, "an order is not found by its ids");
  }
}

/** Sums that are kept, and what is found by an index, are what looking at everything finds. */
export function checkSums(state: ExchangeState): void {
  checkRemembered(state);
  for (const { contract, market } of state.markets.values()) {
    if (contract === undefined) {
      continue;
    }
    const holders = [...state.users.values()].filter(({ holdings }) => {
      const { long, short } = holdings.get(market.pair) ?? nothing;
      return long.quantity + short.quantity > 0;
    });
    demand(
      holders.length === contract.holders.size && holders.every(({ account }) => contract.holders.has(account)),
      "somebody is taken for a holder who is none, or is not taken for one",
    );
    const plans = waitingPlans(state, market.pair);
    const kept = [...contract.plans.values()];
    demand(kept.length === plans.length && kept.every((plan, i) => plan === plans[i]), "an index has other plans");
    for (const { account, holdings } of state.users.values()) {
      const holding = holdings.get(market.pair);
      if (holding !== undefined) {
        checkHolding(holding, { account, mark: contract.mark.price }, plans);
      }
      const own = plans.filter((plan) => plan.account === account);
      const found = contract.plans.ofAccount(account);
      demand(own.length === found.length && own.every((plan, i) => plan === found[i]), "a user has other plans");
    }
  }
}
