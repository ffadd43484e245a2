import { coinAccounts } from "../account/accounts.js";
import { divideDown } from "../exact/fraction.js";
import type { ExchangeState } from "../state/exchange-state.js";
import type { HoldingSite } from "../state/site.js";
import type { OrderRecord } from "./order-record.js";

function release(state: ExchangeState, { user, holding }: HoldingSite, record: OrderRecord, upTo: bigint): void {
  if (record.frozen === undefined) {
    return;
  }
  state.ledger.post(record.frozen, coinAccounts(state, user, holding.coin).free, upTo - record.released);
  holding.frozen -= upTo - record.released;
  record.released = upTo;
}

/** Lets go of what belongs to the filled part: cumulatively, so that rounding does not add up. */
export function releaseFilled(state: ExchangeState, site: HoldingSite, record: OrderRecord): void {
  const upTo = divideDown(record.frozenTotal * BigInt(record.filled), BigInt(record.quantity));
  release(state, site, record, upTo);
}

/** Lets go of everything and closes the order's account. */
export function releaseAll(state: ExchangeState, site: HoldingSite, record: OrderRecord): void {
  release(state, site, record, record.frozenTotal);
  if (record.frozen !== undefined) {
    state.ledger.close(record.frozen);
  }
}
