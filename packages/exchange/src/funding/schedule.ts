import { completeCancel } from "../order/cancel.js";
import type { ExchangeState } from "../state/exchange-state.js";
import type { Turn } from "../state/turn.js";
import { catchUpStanding } from "../wallet/catch-up.js";
import { nextWalletStepMs, runWalletStep } from "../wallet/run-steps.js";
import { settleFunding } from "./funding.js";

/** The first funding is at the next multiple of its period. */
function startFunding(state: ExchangeState, at: number): void {
  const { fundingPeriodMs } = state;
  if (state.nextFundingAtMs === 0) {
    state.nextFundingAtMs = (Math.floor(at / fundingPeriodMs) + 1) * fundingPeriodMs;
  }
}

/**
 * Lets time pass until `at`: what is due meanwhile happens at its own time, in order.
 *
 * @returns whether funding was exchanged, which may leave positions without enough margin
 */
export function runDue(turn: Turn, at: number): boolean {
  const { state } = turn;
  const until = Math.max(state.now, at);
  startFunding(state, until);
  catchUpStanding(turn, until);
  let funded = false;
  for (;;) {
    const cancelDueAtMs = state.cancelling[0]?.cancelDueAtMs ?? Number.POSITIVE_INFINITY;
    const walletDueAtMs = nextWalletStepMs(state);
    const dueAtMs = Math.min(cancelDueAtMs, walletDueAtMs, state.nextFundingAtMs);
    if (dueAtMs > until) {
      break;
    }
    state.now = Math.max(state.now, dueAtMs);
    // When several things are due at once, cancellations come first and fundings last.
    if (cancelDueAtMs === dueAtMs) {
      const record = state.cancelling.shift();
      if (record !== undefined) {
        completeCancel(turn, record);
      }
    } else if (walletDueAtMs === dueAtMs) {
      runWalletStep(turn);
    } else {
      settleFunding(turn);
      state.nextFundingAtMs += state.fundingPeriodMs;
      funded = true;
    }
  }
  state.now = until;
  return funded;
}
