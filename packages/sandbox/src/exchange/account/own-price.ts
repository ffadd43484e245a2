import type { ContractState } from "../contract/contract-state.js";
import { initialMargin, unrealised } from "../contract/margin.js";
import { costOf } from "../contract/units.js";
import { add, type Fraction, fraction, most, negate, roundUp } from "../exact/fraction.js";
import type { ExchangeState } from "../exchange-state.js";
import { directionOf, type OrderSide } from "../market.js";
import { opens, positionSideOf } from "../order/order-record.js";
import { isBeyondWorst } from "./at-stake.js";
import { crossEquity } from "./cross-equity.js";
import { legOf } from "./legs.js";
import type { Holding, UserState } from "./user.js";

/** A quantity that an order may trade, and the price. */
export interface Intent {
  readonly side: OrderSide;
  readonly quantity: number;
  readonly price: number;
}

/** Whether whoever trades at this price would do better at the mark price. */
function isWorseThanMark({ mark }: ContractState, { side, price }: Intent): boolean {
  return directionOf(side) === "buy" ? price > mark.price : price < mark.price;
}

/** What a trade gains against the mark price, exactly; below 0 it loses. Opening and closing make no difference. */
function gainAgainstMark({ units, mark }: ContractState, { side, quantity, price }: Intent): Fraction {
  const leg = {
    quantity: BigInt(quantity),
    cost: costOf(units, BigInt(quantity), BigInt(price)),
    maintenanceRate: 0n,
  };
  return unrealised(units, directionOf(side) === "buy" ? "long" : "short", leg, BigInt(mark.price));
}

/** What an order's own price loses against the mark price if it trades, in money, rounded up; 0 at the mark and at better prices. */
export function lossAgainstMark(contract: ContractState, intent: Intent): bigint {
  return isWorseThanMark(contract, intent) ? most(0n, roundUp(negate(gainAgainstMark(contract, intent)))) : 0n;
}

/** What a fixed position and its margin are worth once an opening order has traded. */
function fixedWorth(contract: ContractState, holding: Holding, intent: Intent): Fraction {
  const { units, terms, mark } = contract;
  const position = holding[positionSideOf(intent.side)];
  const cost = costOf(units, BigInt(intent.quantity), BigInt(intent.price));
  const margin = position.margin.balance + initialMargin(cost, position.leverage);
  const profit = unrealised(units, position.side, legOf(terms, position), BigInt(mark.price));
  return add(add(fraction(margin), profit), gainAgainstMark(contract, intent));
}

/**
 * Whether an order's owner can pay for its price: what backs the position is worth something after the trade, or the price is no worse
 * than the mark, where everybody may trade. Fees aside.
 */
export function canPayOwnPrice(
  state: ExchangeState,
  contract: ContractState,
  user: UserState,
  holding: Holding,
  intent: Intent,
): boolean {
  if (!isWorseThanMark(contract, intent)) return true;
  if (holding.mode === "cross") {
    const worth = add(crossEquity(state, user, holding.coin), gainAgainstMark(contract, intent));
    return worth.numerator >= 0n;
  }
  if (opens(intent.side)) return fixedWorth(contract, holding, intent).numerator >= 0n;
  const position = holding[positionSideOf(intent.side)];
  return !isBeyondWorst(contract, position, position.margin.balance, intent.price);
}
