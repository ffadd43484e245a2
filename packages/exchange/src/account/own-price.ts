import type { ContractState } from "../contract/contract-state.js";
import { initialMargin, unrealised } from "../contract/margin.js";
import { plainMaintenanceRate } from "../contract/terms.js";
import { tradeValue } from "../contract/units.js";
import { add, compare, divideUp, type Fraction, fraction, max, negate, roundUp } from "../exact/fraction.js";
import { oneRate, plainRate } from "../exact/money.js";
import { product, toPlain } from "../exact/plain.js";
import { isFixedUnderwater } from "../liquidation/standing.js";
import { directionOf, type OrderSide } from "../market/market.js";
import { opens } from "../order/order-record.js";
import { gainsWithValue, shareOf } from "../settle/change-position.js";
import type { ExchangeState } from "../state/exchange-state.js";
import type { HoldingSite } from "../state/site.js";
import { isBeyondWorst } from "./at-stake.js";
import { crossFunds, crossStanding } from "./cross-equity.js";
import { isFarAbove } from "./far-above.js";
import { maintenanceGrowth } from "./standing.js";
import { type Holding, type Position, positionOf } from "./user.js";
import { distanceBeyond } from "./waiting-losses.js";

/** A quantity that an order may trade, and the price. */
export interface Intent {
  readonly side: OrderSide;
  readonly quantity: number;
  readonly price: number;
  /** What an order that comes has paid in fees for its trades before. When nothing stays, it may leave them to the insurance fund. */
  readonly feesPaid?: bigint;
}

/** Whether a trade at this price is worse for its owner than the tag price. */
function isWorseThanMark({ mark }: ContractState, { side, price }: Intent): boolean {
  return directionOf(side) === "buy" ? price > mark.price : price < mark.price;
}

/** What a trade gains against the tag price, exactly; below 0 it loses. Opening and closing make no difference. */
function gainAgainstMark({ units, mark }: ContractState, { side, quantity, price }: Intent): Fraction {
  const buys = directionOf(side) === "buy";
  if (units.kind === "linear") {
    return fraction(product(buys ? mark.price - price : price - mark.price, quantity) * units.factor);
  }
  const leg = { quantity: BigInt(quantity), cost: tradeValue(units, quantity, price), maintenanceRate: 0n };
  return unrealised(units, buys ? "long" : "short", leg, BigInt(mark.price));
}

/** What an order's own price loses against the tag price if it trades, in money, rounded up; 0 at the mark and at better prices. */
export function lossAgainstMark(contract: ContractState, intent: Intent): bigint {
  if (!isWorseThanMark(contract, intent)) {
    return 0n;
  }
  const { units, mark } = contract;
  if (units.kind === "linear") {
    // Exact, and by far the most frequent: each waiting order of a user is asked whenever he places one.
    return product(Math.abs(intent.price - mark.price), intent.quantity) * units.factor;
  }
  return max(0n, roundUp(negate(gainAgainstMark(contract, intent))));
}

/** Whether a fixed position with this margin has its maintenance once an opening order has traded. Its fee comes out of the free balance. */
export function fixedHolds(
  contract: ContractState,
  position: Position,
  margin: bigint,
  { quantity, price }: Intent,
): boolean {
  const cost = tradeValue(contract.units, quantity, price);
  return !isFixedUnderwater(contract, {
    side: position.side,
    quantity: position.quantity + quantity,
    cost: position.cost + cost,
    margin: margin + initialMargin(cost, position.leverage),
  });
}

/** What the cross account's positions ask for as maintenance once an order has traded, exactly. */
function maintenanceAfter(
  contract: ContractState,
  all: Fraction,
  holding: Holding,
  { side, quantity }: Intent,
): Fraction {
  const held = positionOf(holding, side).quantity;
  return add(all, maintenanceGrowth(contract, held, opens(side) ? held + quantity : held - quantity));
}

/** The highest fee that a trade can cost. */
function maxFee({ units, terms }: ContractState, { quantity, price }: Intent): bigint {
  const value = tradeValue(units, quantity, price);
  return divideUp(value * BigInt(Math.max(terms.takerFeeRate, terms.makerFeeRate)), oneRate);
}

/** Whether the account has far more than its maintenance whatever the trade costs. */
function holdsByFar(state: ExchangeState, { contract, user, holding }: HoldingSite, intent: Intent): boolean {
  const { units, mark, terms } = contract;
  if (units.kind !== "linear") {
    return false;
  }
  const { side, quantity, price } = intent;
  const factor = toPlain(units.factor);
  const loss = distanceBeyond(mark.price, side, price) * quantity * factor;
  const fee = (price * quantity * factor * Math.max(terms.takerFeeRate, terms.makerFeeRate)) / plainRate + 1;
  const held = positionOf(holding, side).quantity;
  // What a close takes off the maintenance is left out.
  const after = opens(side) ? held + quantity : held;
  const reserve = (after * mark.price * factor * plainMaintenanceRate(terms, after)) / plainRate;
  return isFarAbove(state, user, holding.accounts, { needed: loss + fee + reserve, margins: "maintenance" });
}

/** Whether a cross account has, once an order has traded, the maintenance of what stays; when nothing stays, whether it is worth at least zero. */
function crossHolds(state: ExchangeState, site: HoldingSite, intent: Intent): boolean {
  if (holdsByFar(state, site, intent)) {
    return true;
  }
  const { contract, user, holding } = site;
  const standing = crossStanding(state, user, holding.coin);
  const needed = maintenanceAfter(contract, standing.maintenance, holding, intent);
  const before = add(fraction(crossFunds(state, user, holding.coin)), standing.profit);
  const worth = add(before, gainAgainstMark(contract, intent));
  if (needed.numerator === 0n) {
    return add(worth, fraction(intent.feesPaid ?? 0n)).numerator >= 0n;
  }
  return compare(add(worth, fraction(-maxFee(contract, intent))), needed) >= 0;
}

/** What closing a part of a fixed position brings to the free balance, its fee paid; below 0 it takes from what backs the cross account. */
function fixedProceeds({ units }: ContractState, position: Position, { quantity, price }: Intent, fee: bigint): bigint {
  const value = tradeValue(units, quantity, price);
  const cost = shareOf(position.cost, quantity, position.quantity);
  const profit = gainsWithValue(units.kind, position.side) ? value - cost : cost - value;
  return shareOf(position.margin.balance, quantity, position.quantity) + profit - fee;
}

/** Whether a fixed position's margin pays for a close, and the cross account of the coin does not need what its fee takes. */
function fixedCloseHolds(state: ExchangeState, { contract, user, holding }: HoldingSite, intent: Intent): boolean {
  const position = positionOf(holding, intent.side);
  if (isBeyondWorst(contract, position, position.margin.balance, intent.price)) {
    return false;
  }
  const proceeds = fixedProceeds(contract, position, intent, maxFee(contract, intent));
  if (proceeds >= 0n) {
    return true;
  }
  const { profit, maintenance: needed } = crossStanding(state, user, holding.coin);
  if (needed.numerator === 0n) {
    return true;
  }
  return compare(add(fraction(crossFunds(state, user, holding.coin) + proceeds), profit), needed) >= 0;
}

/**
 * Whether an order's owner can pay for its price: what backs the positions that stay is worth their maintenance after the trade, or
 * at least zero when none stays. So nobody is liquidated for a trade of his own while the mark stands still, which would
 * make the venue sell what he has left at whatever price the book offers. Who closes at the mark or at a better price always can.
 */
export function canPayOwnPrice(state: ExchangeState, site: HoldingSite, intent: Intent): boolean {
  const { contract, holding } = site;
  if (!opens(intent.side) && !isWorseThanMark(contract, intent)) {
    return true;
  }
  if (holding.mode === "cross") {
    return crossHolds(state, site, intent);
  }
  if (!opens(intent.side)) {
    return fixedCloseHolds(state, site, intent);
  }
  const position = positionOf(holding, intent.side);
  return fixedHolds(contract, position, position.margin.balance, intent);
}

/**
 * How much of a quantity an order's owner can pay for at its price.
 *
 * @returns a multiple of the contract's unit that he can pay for, or 0
 */
export function payableQuantity(state: ExchangeState, site: HoldingSite, intent: Intent): number {
  const unit = site.market.market.contractUnit;
  if (canPayOwnPrice(state, site, intent)) {
    return intent.quantity;
  }
  const canPay = (quantity: number): boolean => canPayOwnPrice(state, site, { ...intent, quantity });
  let payable = 0;
  let beyond = Math.ceil(intent.quantity / unit);
  while (beyond - payable > 1) {
    const middle = Math.floor((payable + beyond) / 2);
    if (canPay(middle * unit)) {
      payable = middle;
    } else {
      beyond = middle;
    }
  }
  return payable * unit;
}
