import type { AccountId } from "../account/account-id.js";
import type { Holding, Position } from "../account/user.js";
import { averagePrice } from "../contract/units.js";
import type { CancelReason } from "../event/event.js";
import { logChange, reportAssets, reportPosition } from "../event/report.js";
import { max } from "../exact/fraction.js";
import { cancelResting } from "../order/cancel-resting.js";
import { type OrderRecord, opens, positionSideOf } from "../order/order-record.js";
import { cancelPlansOf } from "../plan/cancel-plan.js";
import { gainsWithValue, reduce, shareOf } from "../settle/change-position.js";
import { settleDebt } from "../settle/debt.js";
import { reportDrained, watchMargins } from "../settle/drained.js";
import { liquidationAccount, settleHouse } from "../settle/house.js";
import type { PositionSite } from "../state/site.js";
import type { Turn } from "../state/turn.js";
import type { ChangeType } from "../view/change.js";

const noFee = { fee: 0n, tokenDeduction: 0n, couponDeduction: 0n };

/** Cancels those of a user's waiting orders in a market that are meant. */
export function cancelOrdersOf(
  turn: Turn,
  holding: Holding,
  isMeant: (order: OrderRecord) => boolean,
  reason: CancelReason,
): void {
  const { state } = turn;
  for (const { id, pair } of [...holding.orders.values()].filter(isMeant)) {
    const resting = state.openOrders.get(id);
    const market = state.markets.get(pair);
    if (resting !== undefined && market !== undefined) {
      cancelResting(turn, market, resting, reason);
    }
  }
}

/** Whether an order reserves a part of the position. */
export function closes(position: Position): (order: OrderRecord) => boolean {
  return ({ side }) => !opens(side) && positionSideOf(side) === position.side;
}

/** Whether an order opens or closes this side. */
export function ordersOf(position: Position): (order: OrderRecord) => boolean {
  return ({ side }) => positionSideOf(side) === position.side;
}

/** A part of a user's position passes to an account of the house for this much, without order, trade or fee. */
export function handOver(
  turn: Turn,
  site: PositionSite,
  to: AccountId,
  part: { readonly quantity: number; readonly value: bigint; readonly type: ChangeType },
): void {
  const { contract, user, holding, position } = site;
  const { quantity, value, type } = part;
  const open = { openQuantity: position.quantity, openFineCost: position.fineCost };
  watchMargins(turn);
  const profit = reduce(turn, site, part);
  settleDebt(turn, user, holding.accounts);
  const direction = position.side === "long" ? "buy" : "sell";
  settleHouse(turn.state, contract, to, { direction, quantity, value });
  reportPosition(turn, site);
  reportDrained(turn, user, position);
  reportAssets(turn, user, holding.accounts);
  const price = averagePrice(contract.units, BigInt(quantity), value);
  const { account, pair, side } = position;
  const change = { type, quantityChange: quantity, quantity: position.quantity, price, ...open, profit, ...noFee };
  logChange(turn, site, {
    account,
    pair,
    id: turn.state.nextChangeId++,
    side,
    mode: holding.mode,
    ...change,
    atMs: turn.state.now,
  });
  if (position.quantity === 0) {
    cancelPlansOf(turn, site, position);
  }
}

/** The venue takes a part of a position over at the price at which `loss` is lost; below 0, so much is made. */
export function takeOver(
  turn: Turn,
  site: PositionSite,
  part: { readonly quantity: number; readonly loss: bigint; readonly type: "lighten" | "liquidate" },
): void {
  const { contract, position } = site;
  const cost = shareOf(position.cost, part.quantity, position.quantity);
  const rises = gainsWithValue(contract.terms.kind, position.side);
  const value = max(0n, rises ? cost - part.loss : cost + part.loss);
  handOver(turn, site, liquidationAccount, { quantity: part.quantity, value, type: part.type });
}
