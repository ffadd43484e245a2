import { fundingPeriodMs } from "./contract/mark-price.js";
import type { ExchangeEvent } from "./event.js";
import type { ExchangeState } from "./exchange-state.js";
import { completeCancel } from "./order/cancel.js";

/** The first funding is at the next multiple of its period. */
function startFunding(state: ExchangeState, at: number): void {
  if (state.nextFundingAtMs === 0) state.nextFundingAtMs = (Math.floor(at / fundingPeriodMs) + 1) * fundingPeriodMs;
}

/** Lets time pass until `at`: what is due meanwhile happens at its own time, in order. */
export function runDue(state: ExchangeState, at: number, events: ExchangeEvent[]): void {
  const until = Math.max(state.now, at);
  startFunding(state, until);
  for (let first = state.cancelling[0]; first !== undefined; first = state.cancelling[0]) {
    const dueAtMs = first.cancelDueAtMs ?? 0;
    if (dueAtMs > until) break;
    state.cancelling.shift();
    state.now = Math.max(state.now, dueAtMs);
    completeCancel(state, first, events);
  }
  state.now = until;
}
