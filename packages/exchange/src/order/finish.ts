import { holdingSiteOf } from "../account/sites.js";
import { reportHold, reportOrder } from "../event/report.js";
import { settleDebt } from "../settle/debt.js";
import type { MarketState } from "../state/exchange-state.js";
import type { Turn } from "../state/turn.js";
import { releaseAll } from "./frozen.js";
import { endOrder } from "./hold.js";
import type { OrderRecord } from "./order-record.js";

/** A user's order has ended before it was filled: it lets go of what it held. */
export function finishOrder(turn: Turn, market: MarketState, record: OrderRecord): void {
  const { state } = turn;
  const { contract } = market;
  if (contract === undefined) {
    return;
  }
  const site = holdingSiteOf(state, { market, contract }, record.account);
  const { user, holding } = site;
  record.status = record.filled === 0 ? "cancelled" : "partly-cancelled";
  record.updatedAtMs = state.now;
  endOrder(state, site, record);
  releaseAll(state, site, record);
  settleDebt(turn, user, holding.accounts);
  reportOrder(turn, site, record);
  reportHold(turn, site, record);
}
