import { type Holding, sidesOf } from "../account/user.js";
import { isWaiting, opens, positionSideOf } from "../order/order-record.js";
import type { PlanOrder } from "../plan/plan-order.js";
import type { ExchangeState } from "../state/exchange-state.js";
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

function waitingPlans(state: ExchangeState, pair: string): readonly PlanOrder[] {
  return [...state.plans.values()].filter((plan) => plan.pair === pair && plan.status === "waiting");
}

function checkHolding(holding: Holding, account: number, plans: readonly PlanOrder[]): void {
  const frozen = [...holding.orders.values()].reduce((sum, order) => sum + (order.frozen?.balance ?? 0n), 0n);
  demand(holding.frozen === frozen, `${holding.frozen} is kept as frozen, ${frozen} is`);
  const own = plans.filter((plan) => plan.account === account);
  for (const position of sidesOf(holding)) {
    const sums = sumsOf(holding, position.side, own);
    for (const [what, sum] of Object.entries(sums)) {
      demand(position[what as keyof Sums] === sum, `the kept sum ${what} is not that of orders and plans`);
    }
  }
}

/** What has ended is in a queue, each once and nothing else; client ids find the orders that have them. */
function checkRemembered({ orders, plans, wallet, finished, users }: ExchangeState): void {
  const ended = (ids: readonly number[], all: Iterable<{ readonly id: number }>): void => {
    const wanted = [...all].map(({ id }) => id);
    const queued = new Set(ids);
    demand(wanted.length === ids.length && queued.size === ids.length, "what has ended is not in its queue once");
    demand(
      wanted.every((id) => queued.has(id)),
      "something has ended and is not in its queue",
    );
  };
  ended(
    finished.orders,
    [...orders.values()].filter((one) => !isWaiting(one)),
  );
  ended(
    finished.plans,
    [...plans.values()].filter(({ status }) => status !== "waiting"),
  );
  ended(
    finished.deposits,
    [...wallet.deposits.values()].filter(({ stage }) => stage !== "in-progress"),
  );
  ended(
    finished.withdrawals,
    [...wallet.withdrawals.values()].filter((one) => !isHeld(one)),
  );
  const named = [...orders.values()].filter(({ clientOrderId }) => clientOrderId !== undefined);
  const known = [...users.values()].flatMap(({ clientIds }) => [...clientIds.values()].flat());
  demand(named.length === known.length, "client ids find other orders than there are");
  for (const { id, account, clientOrderId = "" } of named) {
    demand(
      users.get(account)?.clientIds.get(clientOrderId)?.includes(id) === true,
      "a client id does not find its order",
    );
  }
}

/** Sums that are kept, and what is found by an index, are what looking at everything finds. */
export function checkSums(state: ExchangeState): void {
  checkRemembered(state);
  for (const { contract, market } of state.markets.values()) {
    if (contract === undefined) {
      continue;
    }
    const plans = waitingPlans(state, market.pair);
    const kept = [...contract.plans.values()];
    demand(kept.length === plans.length && kept.every((plan, i) => plan === plans[i]), "an index has other plans");
    for (const { account, holdings } of state.users.values()) {
      const holding = holdings.get(market.pair);
      if (holding !== undefined) {
        checkHolding(holding, account, plans);
      }
      const own = plans.filter((plan) => plan.account === account);
      const found = contract.plans.ofAccount(account);
      demand(own.length === found.length && own.every((plan, i) => plan === found[i]), "a user has other plans");
    }
  }
}
