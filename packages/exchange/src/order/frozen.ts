import { partDown } from "../exact/plain.js";
import type { ExchangeState } from "../state/exchange-state.js";
import type { HoldingSite } from "../state/site.js";
import type { OrderRecord } from "./order-record.js";

function release(state: ExchangeState, { holding }: HoldingSite, record: OrderRecord, upTo: bigint): void {
  state.ledger.post(holding.frozen, holding.accounts.free, upTo - record.released);
  record.released = upTo;
}

/** Takes what an order is to hold back from its owner's free balance. */
export function freeze(state: ExchangeState, { holding }: HoldingSite, record: OrderRecord): void {
  if (record.frozenTotal > 0n) {
    state.ledger.post(holding.accounts.free, holding.frozen, record.frozenTotal);
  }
}

/** Lets go of what belongs to the filled part: cumulatively, so that rounding does not add up. */
export function releaseFilled(state: ExchangeState, site: HoldingSite, record: OrderRecord): void {
  const { frozenTotal, filled, quantity } = record;
  if (frozenTotal > 0n) {
    const upTo = filled === quantity ? frozenTotal : partDown(frozenTotal, filled, quantity);
    release(state, site, record, upTo);
  }
}

/** Lets go of everything. */
export function releaseAll(state: ExchangeState, site: HoldingSite, record: OrderRecord): void {
  if (record.released < record.frozenTotal) {
    release(state, site, record, record.frozenTotal);
  }
}
