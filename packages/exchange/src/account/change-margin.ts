import type { ChangeMargin } from "../command/command.js";
import type { RefusalReason } from "../command/refusal.js";
import type { ContractState } from "../contract/contract-state.js";
import { initialMargin } from "../contract/margin.js";
import { reportAssets, reportPosition } from "../event/report.js";
import { readMoney } from "../exact/money.js";
import { isFixedUnderwater } from "../liquidation/standing.js";
import { opens, positionSideOf } from "../order/order-record.js";
import { settleDebt } from "../settle/debt.js";
import type { ExchangeState, MarketState } from "../state/exchange-state.js";
import type { PositionSite } from "../state/site.js";
import type { Turn } from "../state/turn.js";
import { coinAccounts } from "./accounts.js";
import { isBeyondWorst } from "./at-stake.js";
import { usable } from "./cover.js";
import { fixedHolds } from "./own-price.js";
import { holdingSiteOf, positionSiteOf } from "./sites.js";
import type { Holding, Position } from "./user.js";

/** Whether a waiting order of the position's side could no longer pay for its price with this margin. */
function strandsOrder(contract: ContractState, holding: Holding, position: Position, margin: bigint): boolean {
  return [...holding.orders.values()].some(({ side, quantity, filled, price }) => {
    if (positionSideOf(side) !== position.side) {
      return false;
    }
    if (!opens(side)) {
      return isBeyondWorst(contract, position, margin, price);
    }
    return !fixedHolds(contract, position, margin, { side, quantity: quantity - filled, price });
  });
}

function check(
  state: ExchangeState,
  { contract, user, holding, position }: PositionSite,
  amount: bigint,
): RefusalReason | undefined {
  if (position.quantity === 0) {
    return "no-position";
  }
  if (holding.mode === "cross") {
    return "check-parameters";
  }
  if (amount > 0n) {
    return amount > usable(state, user, holding.coin) ? "insufficient-balance" : undefined;
  }
  const { side, quantity, cost, leverage } = position;
  const margin = position.margin.balance + amount;
  if (margin < initialMargin(cost, leverage)) {
    return "insufficient-balance";
  }
  if (strandsOrder(contract, holding, position, margin)) {
    return "insufficient-balance";
  }
  return isFixedUnderwater(contract, { side, quantity, cost, margin }) ? "insufficient-balance" : undefined;
}

function change(turn: Turn, market: MarketState | undefined, command: ChangeMargin): RefusalReason | undefined {
  const { state } = turn;
  const contract = market?.contract;
  if (market === undefined || contract === undefined) {
    return "unknown-pair";
  }
  const amount = readMoney(command.amount);
  if (amount === undefined || amount === 0n) {
    return "wrong-parameter";
  }
  const site = holdingSiteOf(state, { market, contract }, command.account);
  const { user, holding } = site;
  const position = holding[command.side];
  const changed = positionSiteOf(site, position);
  const reason = check(state, changed, amount);
  if (reason !== undefined) {
    return reason;
  }
  const { free } = coinAccounts(state, user, holding.coin);
  if (amount > 0n) {
    state.ledger.post(free, position.margin, amount);
  } else {
    state.ledger.post(position.margin, free, -amount);
  }
  settleDebt(turn, user, holding.accounts);
  reportPosition(turn, changed);
  reportAssets(turn, user, holding.accounts);
  return undefined;
}

/**
 * Adds margin to a fixed position or takes out what is above the initial margin.
 *
 * @spec document 1, Endpoints, Adjust margin on a fixed position
 */
export function changeMargin(turn: Turn, command: ChangeMargin): void {
  const { kind, account, pair } = command;
  const reason = change(turn, turn.state.markets.get(pair), command);
  if (reason !== undefined) {
    turn.events.push({ kind: "command-refused", command: kind, account, reason });
  }
}
