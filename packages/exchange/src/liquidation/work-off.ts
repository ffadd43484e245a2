import { venueAccounts } from "../account/accounts.js";
import { matchOrder } from "../book/matcher.js";
import type { ContractState, HousePosition } from "../contract/contract-state.js";
import { unrealised } from "../contract/margin.js";
import { averagePrice } from "../contract/units.js";
import { priceBand } from "../door/price-band.js";
import { add, fraction, max, roundDown, roundUp } from "../exact/fraction.js";
import { gainsWithValue } from "../settle/change-position.js";
import { liquidationAccount } from "../settle/house.js";
import type { ExchangeState, MarketState } from "../state/exchange-state.js";
import type { ContractSite } from "../state/site.js";
import type { Turn } from "../state/turn.js";
import { deleverage } from "./deleverage.js";

/** Profit and loss of the venue's positions go to the insurance fund. */
function sweep(state: ExchangeState, coin: string): void {
  const { liquidation, insurance } = venueAccounts(state, coin);
  if (liquidation.balance >= 0n) {
    state.ledger.post(liquidation, insurance, liquidation.balance);
  } else {
    state.ledger.post(insurance, liquidation, -liquidation.balance);
  }
}

function sideOf(engine: HousePosition): "long" | "short" {
  return engine.quantity > 0 ? "long" : "short";
}

/** The worst price at which the insurance fund can pay the loss on everything, within the price band. */
function worstPrice(contract: ContractState, engine: HousePosition, insurance: bigint): number {
  const { minPrice, maxPrice } = priceBand(contract);
  const sells = engine.quantity > 0;
  const rises = gainsWithValue(contract.terms.kind, sideOf(engine));
  const bound = rises ? engine.cost - insurance : engine.cost + insurance;
  if (bound <= 0n) {
    return sells ? minPrice : maxPrice;
  }
  const price = averagePrice(contract.units, BigInt(Math.abs(engine.quantity)), bound);
  return sells ? Math.max(minPrice, Number(roundUp(price))) : Math.min(maxPrice, Number(roundDown(price)));
}

function trade(turn: Turn, { market, contract }: ContractSite, engine: HousePosition, insurance: bigint): void {
  const { state, events } = turn;
  const { pair } = market.market;
  const account = liquidationAccount;
  const direction = engine.quantity > 0 ? "sell" : "buy";
  const side = engine.quantity > 0 ? "close-long" : "close-short";
  const quantity = Math.abs(engine.quantity);
  const limit = worstPrice(contract, engine, insurance);
  const counter = market.book.side(direction === "sell" ? "buy" : "sell").best();
  // Without a counterpart there is no order: an inventory that waits would place one in every tick.
  if (counter === undefined || (direction === "sell" ? counter.price < limit : counter.price > limit)) {
    return;
  }
  const id = state.nextOrderId++;
  events.push({ kind: "order-placed", orderId: id, account, pair, side, price: limit, quantity });
  const remaining = matchOrder(turn, market, { id, account, direction, limit, quantity, order: undefined });
  if (remaining > 0) {
    events.push({ kind: "order-cancelled", orderId: id, account, pair, remaining, reason: "no-counterpart" });
  }
}

/** Whether the insurance fund could not pay if the rest were closed at the tag price. */
function isHopeless({ units, mark }: ContractState, engine: HousePosition, insurance: bigint): boolean {
  const leg = { quantity: BigInt(Math.abs(engine.quantity)), cost: engine.cost, maintenanceRate: 0n };
  const profit = unrealised(units, sideOf(engine), leg, BigInt(mark.price));
  return add(fraction(insurance), profit).numerator < 0n;
}

/**
 * Works off in the book what was taken over in a market. The insurance fund gains or pays; when it could not, the rest is closed
 * against the positions of the other side. What finds neither waits for the next time.
 *
 * @returns whether a user was deleveraged
 */
export function workOff(turn: Turn, market: MarketState): boolean {
  const { state } = turn;
  const { contract } = market;
  const engine = contract?.house.get(liquidationAccount);
  if (contract === undefined || engine === undefined || engine.quantity === 0) {
    return false;
  }
  const site = { market, contract };
  const coin = contract.terms.settleCoin;
  const insured = (): bigint => max(0n, venueAccounts(state, coin).insurance.balance);
  sweep(state, coin);
  trade(turn, site, engine, insured());
  sweep(state, coin);
  if (engine.quantity === 0 || !isHopeless(contract, engine, insured())) {
    return false;
  }
  const hitsUser = deleverage(turn, site, engine);
  sweep(state, coin);
  return hitsUser;
}
