import type { ExchangeState } from "../state/exchange-state.js";
import type { Turn } from "../state/turn.js";
import { completeDeposit, payStanding } from "./deposit.js";
import { stepWithdrawal } from "./withdraw.js";

/** When the next thing happens to a deposit or a withdrawal; never: infinity. */
export function nextWalletStepMs({ wallet }: ExchangeState): number {
  return wallet.steps[0]?.dueAtMs ?? Number.POSITIVE_INFINITY;
}

/** Lets the next thing happen. */
export function runWalletStep(turn: Turn): void {
  const step = turn.state.wallet.steps.shift();
  if (step === undefined) {
    return;
  }
  if (step.what === "deposit") {
    completeDeposit(turn, step.id);
  } else if (step.what === "withdrawal") {
    stepWithdrawal(turn, step.id);
  } else {
    payStanding(turn, step.order);
  }
}
