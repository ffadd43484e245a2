import type { ContractState } from "../contract/contract-state.js";
import { initialMargin } from "../contract/margin.js";
import { max, min, roundDown, roundUp } from "../exact/fraction.js";
import { toPlain } from "../exact/plain.js";
import type { CoinAccounts } from "../ledger/chart.js";
import { type OrderRecord, opens } from "../order/order-record.js";
import { shareOf } from "../settle/change-position.js";
import type { ExchangeState } from "../state/exchange-state.js";
import { coinAccounts } from "./accounts.js";
import { contractOf } from "./contract-of.js";
import { crossStanding } from "./cross-equity.js";
import { isFarAbove } from "./far-above.js";
import { lossAgainstMark } from "./own-price.js";
import { type Holding, type Position, positionOf, type UserState } from "./user.js";
import { distanceBeyond, lossesOf } from "./waiting-losses.js";

/** What a side asks for when it is opened. */
function marginFor({ cost, leverage }: Position): bigint {
  return cost === 0n ? 0n : initialMargin(cost, leverage);
}

/** What a waiting order needs besides what it holds back: what its own price loses against the mark, less the margin that a close sets free. */
function neededFor(contract: ContractState, holding: Holding, { side, quantity, filled, price }: OrderRecord): bigint {
  if (distanceBeyond(contract.mark.price, side, price) === 0) {
    return 0n;
  }
  const rest = quantity - filled;
  const loss = lossAgainstMark(contract, { side, quantity: rest, price });
  if (loss === 0n || opens(side)) {
    return loss;
  }
  const { cost, leverage, quantity: held } = positionOf(holding, side);
  return max(0n, loss - shareOf(initialMargin(cost, leverage), rest, held));
}

function neededForOrders(state: ExchangeState, user: UserState, coin: string): bigint {
  let sum = 0n;
  for (const holding of user.holdings.values()) {
    if (holding.mode !== "cross" || holding.coin !== coin || holding.orders.size === 0) {
      continue;
    }
    const contract = contractOf(state, holding);
    for (const order of holding.orders.values()) {
      sum += neededFor(contract, holding, order);
    }
  }
  return sum;
}

/** No less than {@link neededForOrders} but for rounding, from sums that are kept; nothing where none is. */
function mostForOrders(state: ExchangeState, user: UserState, coin: string): number | undefined {
  let sum = 0;
  for (const holding of user.holdings.values()) {
    if (holding.mode !== "cross" || holding.coin !== coin || holding.orders.size === 0) {
      continue;
    }
    const contract = contractOf(state, holding);
    const losses = contract.units.kind === "linear" ? lossesOf(contract, holding) : undefined;
    if (losses === undefined) {
      return undefined;
    }
    sum += losses;
  }
  return sum;
}

/** What a cross account is worth beyond the initial margins of its positions (or their maintenance) and what its orders hold back. */
function beyondMargins(state: ExchangeState, user: UserState, coin: string): bigint {
  const { free, debt } = coinAccounts(state, user, coin);
  const { profit, maintenance } = crossStanding(state, user, coin);
  let funds = free.balance + debt.balance;
  let margins = 0n;
  for (const holding of user.holdings.values()) {
    if (holding.mode === "cross" && holding.coin === coin) {
      const { long, short } = holding;
      funds += long.margin.balance + short.margin.balance;
      margins += marginFor(long) + marginFor(short);
    }
  }
  return funds + roundDown(profit) - max(margins, roundUp(maintenance));
}

/**
 * What a user may spend, take out or put at risk: of the free balance as much as leaves the cross account worth its initial
 * margins (or its maintenance, where that is more), what its orders hold back, and what they would lose against the tag price.
 * Below 0 when it is worth less already.
 */
export function usable(state: ExchangeState, user: UserState, coin: string): bigint {
  const spare = beyondMargins(state, user, coin) - neededForOrders(state, user, coin);
  return min(coinAccounts(state, user, coin).free.balance, spare);
}

/** Whether so much is {@link usable}. Part of a command: it keeps sums. */
export function isUsable(state: ExchangeState, user: UserState, accounts: CoinAccounts, amount: bigint): boolean {
  const { coin, free } = accounts;
  if (amount > free.balance) {
    return false;
  }
  // Only who is close to what he may has his orders asked one by one.
  const most = mostForOrders(state, user, coin);
  if (most !== undefined && isFarAbove(state, user, accounts, { needed: toPlain(amount) + most, margins: "initial" })) {
    return true;
  }
  return amount + neededForOrders(state, user, coin) <= beyondMargins(state, user, coin);
}
