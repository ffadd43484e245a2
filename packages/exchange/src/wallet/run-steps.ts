import type { ExchangeEvent } from "../event.js";
import type { ExchangeState } from "../exchange-state.js";
import { completeDeposit, payStanding } from "./deposit.js";
import { stepWithdrawal } from "./withdraw.js";

/** When the next thing happens to a deposit or a withdrawal; never: infinity. */
export function nextWalletStepMs({ wallet }: ExchangeState): number {
  return wallet.steps[0]?.dueAtMs ?? Number.POSITIVE_INFINITY;
}

/** Lets the next thing happen. */
export function runWalletStep(state: ExchangeState, events: ExchangeEvent[]): void {
  const step = state.wallet.steps.shift();
  if (step === undefined) {
    return;
  }
  if (step.what === "deposit") {
    completeDeposit(state, step.id, events);
  } else if (step.what === "withdrawal") {
    stepWithdrawal(state, step.id, events);
  } else {
    payStanding(state, step.order, events);
  }
}
