import { holdingSiteOf, positionSiteOf } from "../account/sites.js";
import type { Holding } from "../account/user.js";
import type { Trade } from "../event/event.js";
import { logChange, reportAssets, reportFill, reportOrder, reportPosition } from "../event/report.js";
import { releaseAll, releaseFilled } from "../order/frozen.js";
import { endOrder, takeTraded } from "../order/hold.js";
import { type OrderRecord, opens, positionSideOf } from "../order/order-record.js";
import { growAttachedPlans } from "../plan/attached-plans.js";
import { cancelPlansOf } from "../plan/cancel-plan.js";
import type { ExchangeState } from "../state/exchange-state.js";
import type { ContractSite, PositionSite } from "../state/site.js";
import type { Turn } from "../state/turn.js";
import type { ChargedFee } from "../view/fill.js";
import { enlarge, reduce } from "./change-position.js";
import { settleDebt } from "./debt.js";
import { noteMargins } from "./drained.js";
import { chargeFee } from "./fees.js";

/** One party's side of a trade. */
export interface Execution {
  readonly trade: Trade;
  /** What was traded, in money. */
  readonly value: bigint;
  /** The same, finer than money is: for average prices alone. */
  readonly fineValue: bigint;
  readonly liquidity: "maker" | "taker";
}

function bookFill(state: ExchangeState, holding: Holding, record: OrderRecord, { trade, fineValue }: Execution): void {
  record.filled += trade.quantity;
  takeTraded(holding, record, trade.quantity);
  record.fineCost += fineValue;
  record.deals += 1;
  record.updatedAtMs = state.now;
  record.status = record.filled === record.quantity ? "filled" : "partly-filled";
}

function bookFee(record: OrderRecord, charged: ChargedFee): void {
  record.fee += charged.fee;
  record.tokenDeduction += charged.tokenDeduction;
  record.couponDeduction += charged.couponDeduction;
}

interface Movement {
  readonly charged: ChargedFee;
  readonly profit: bigint;
  readonly openQuantity: number;
  readonly openFineCost: bigint;
}

/** Position, margin, profit and fee of one fill. */
function movePosition(
  turn: Turn,
  site: PositionSite,
  record: OrderRecord,
  { trade, value, fineValue, liquidity }: Execution,
): Movement {
  const { contract, position } = site;
  const rate = liquidity === "maker" ? contract.terms.makerFeeRate : contract.terms.takerFeeRate;
  if (opens(record.side)) {
    releaseFilled(turn.state, site, record);
    enlarge(turn, site, { quantity: trade.quantity, value, fineValue });
    const charged = chargeFee(turn, site, value, rate);
    return { charged, profit: 0n, openQuantity: position.quantity, openFineCost: position.fineCost };
  }
  const before = { openQuantity: position.quantity, openFineCost: position.fineCost };
  const { profit } = reduce(turn, site, { quantity: trade.quantity, value });
  return { ...before, charged: chargeFee(turn, site, value, rate), profit };
}

/** A user's order traded. Told in the order of the pushes: fill, order, position, assets; then the change log and plans. */
export function settleOrder(turn: Turn, traded: ContractSite, record: OrderRecord, execution: Execution): void {
  const { state } = turn;
  const { trade, liquidity } = execution;
  const party = holdingSiteOf(state, traded, record.account);
  const { user, holding } = party;
  const position = holding[positionSideOf(record.side)];
  const site = positionSiteOf(party, position);
  const reportDrained = noteMargins(turn, user, holding.coin);
  bookFill(state, holding, record, execution);
  const moved = movePosition(turn, site, record, execution);
  bookFee(record, moved.charged);
  if (record.status === "filled") {
    endOrder(state, holding, record);
    releaseAll(state, site, record);
  }
  settleDebt(turn, user, holding.coin);
  const { charged } = moved;
  const id = trade.tradeId * 2 + (liquidity === "maker" ? 1 : 0);
  const { price, quantity } = trade;
  reportFill(turn, site, record, {
    id,
    status: record.status,
    price,
    quantity,
    liquidity,
    fee: charged.fee,
    tokenDeduction: charged.tokenDeduction,
    couponDeduction: charged.couponDeduction,
    atMs: state.now,
  });
  reportOrder(turn, site, record);
  reportPosition(turn, site);
  reportDrained(position);
  reportAssets(turn, user, holding.coin);
  const { profit, openQuantity, openFineCost } = moved;
  logChange(turn, site, {
    fee: charged.fee,
    tokenDeduction: charged.tokenDeduction,
    couponDeduction: charged.couponDeduction,
    type: opens(record.side) ? "open" : "close",
    quantityChange: quantity,
    price,
    openQuantity,
    openFineCost,
    profit,
  });
  if (opens(record.side)) {
    growAttachedPlans(turn, site, record);
  } else if (position.quantity === 0) {
    cancelPlansOf(turn, site, position);
  }
}
