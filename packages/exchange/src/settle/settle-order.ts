import { positionSiteOf } from "../account/sites.js";
import { type Position, positionOf } from "../account/user.js";
import type { Trade } from "../event/event.js";
import { logChange, reportAssets, reportFill, reportOrder, reportPosition } from "../event/report.js";
import { plus } from "../exact/fraction.js";
import { releaseAll, releaseFilled } from "../order/frozen.js";
import { endOrder, takeTraded } from "../order/hold.js";
import { type OrderRecord, opens } from "../order/order-record.js";
import type { PlacedOrder } from "../order/placed-order.js";
import { growAttachedPlans } from "../plan/attached-plans.js";
import { cancelPlansOf } from "../plan/cancel-plan.js";
import type { ExchangeState } from "../state/exchange-state.js";
import type { HoldingSite, PositionSite } from "../state/site.js";
import type { Turn } from "../state/turn.js";
import type { ChargedFee } from "../view/fill.js";
import { type Addition, enlarge, reduce } from "./change-position.js";
import { settleDebt } from "./debt.js";
import { reportDrained, watchMargins } from "./drained.js";
import { chargeFee } from "./fees.js";

/** A trade in money, for both of its parties. */
export interface Execution extends Addition {
  readonly trade: Trade;
}

/** Which party of a trade an order was. */
export type Liquidity = "maker" | "taker";

function bookFill(state: ExchangeState, site: HoldingSite, record: OrderRecord, execution: Execution): void {
  const { quantity, fineValue } = execution;
  record.filled += quantity;
  takeTraded(site, record, quantity);
  record.fineCost = plus(record.fineCost, fineValue);
  record.deals += 1;
  record.updatedAtMs = state.now;
  record.status = record.filled === record.quantity ? "filled" : "partly-filled";
}

function bookFee(record: OrderRecord, charged: ChargedFee): void {
  record.fee = plus(record.fee, charged.fee);
  record.tokenDeduction = plus(record.tokenDeduction, charged.tokenDeduction);
  record.couponDeduction = plus(record.couponDeduction, charged.couponDeduction);
}

/** Position, margin and profit of one fill. @returns the profit; below 0 a loss */
function movePosition(turn: Turn, site: PositionSite, record: OrderRecord, execution: Execution): bigint {
  if (!opens(record.side)) {
    return reduce(turn, site, execution);
  }
  releaseFilled(turn.state, site, record);
  enlarge(turn, site, execution);
  return 0n;
}

/** What follows from a fill for plans: those that came with the order grow, those of a position that is gone end. */
function movePlans(turn: Turn, site: PositionSite, record: OrderRecord): void {
  if (opens(record.side)) {
    growAttachedPlans(turn, site, record);
  } else if (site.position.quantity === 0) {
    cancelPlansOf(turn, site, site.position);
  }
}

/** What the change log says of a fill. */
interface LoggedFill {
  readonly trade: Trade;
  /** The position whose average price is shown: of an opening order as it is, of a closing one as it was. */
  readonly open: Pick<Position, "quantity" | "fineCost">;
  readonly profit: bigint;
  readonly charged: ChargedFee;
}

function logFill(
  turn: Turn,
  site: PositionSite,
  { side }: OrderRecord,
  { trade, open, profit, charged }: LoggedFill,
): void {
  const { state } = turn;
  const { holding, position } = site;
  logChange(turn, site, {
    account: position.account,
    pair: position.pair,
    id: state.nextChangeId++,
    side: position.side,
    mode: holding.mode,
    type: opens(side) ? "open" : "close",
    quantityChange: trade.quantity,
    quantity: position.quantity,
    price: trade.price,
    openQuantity: open.quantity,
    openFineCost: open.fineCost,
    profit,
    fee: charged.fee,
    tokenDeduction: charged.tokenDeduction,
    couponDeduction: charged.couponDeduction,
    atMs: state.now,
  });
}

/** A user's order traded. Told in the order of the pushes: fill, order, position, assets; then the change log and plans. */
export function settleOrder(
  turn: Turn,
  { site: party, record }: PlacedOrder,
  execution: Execution,
  liquidity: Liquidity,
): void {
  const { state } = turn;
  const { trade } = execution;
  const { contract, user, holding } = party;
  const position = positionOf(holding, record.side);
  const site = positionSiteOf(party, position);
  const { terms } = contract;
  const before = { quantity: position.quantity, fineCost: position.fineCost };
  watchMargins(turn);
  bookFill(state, party, record, execution);
  const profit = movePosition(turn, site, record, execution);
  const charged = chargeFee(
    turn,
    site,
    execution.value,
    liquidity === "maker" ? terms.makerFeeRate : terms.takerFeeRate,
  );
  bookFee(record, charged);
  if (record.status === "filled") {
    endOrder(state, party, record);
    releaseAll(state, site, record);
  }
  settleDebt(turn, user, holding.accounts);
  reportFill(turn, site, record, {
    id: trade.tradeId * 2 + (liquidity === "maker" ? 1 : 0),
    status: record.status,
    price: trade.price,
    quantity: trade.quantity,
    liquidity,
    fee: charged.fee,
    tokenDeduction: charged.tokenDeduction,
    couponDeduction: charged.couponDeduction,
    atMs: state.now,
  });
  reportOrder(turn, site, record);
  reportPosition(turn, site);
  reportDrained(turn, user, position);
  reportAssets(turn, user, holding.accounts);
  const open = opens(record.side) ? position : before;
  logFill(turn, site, record, { trade, open, profit, charged });
  movePlans(turn, site, record);
}
