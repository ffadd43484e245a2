import { venueAccounts } from "../account/accounts.js";
import { holdersOf } from "../account/holders.js";
import { sidesOf } from "../account/user.js";
import type { ContractState } from "../contract/contract-state.js";
import { fundingRate } from "../contract/funding-rate.js";
import { exactValue } from "../contract/units.js";
import { reportAssets, reportPosition } from "../event/report.js";
import { divideDown, divideUp, min } from "../exact/fraction.js";
import { oneRate, rateScale, scaledText } from "../exact/money.js";
import { rescue, settleDebt } from "../settle/debt.js";
import { reportDrained, watchMargins } from "../settle/drained.js";
import { pay } from "../settle/pay.js";
import type { ExchangeState } from "../state/exchange-state.js";
import type { ContractSite, PositionSite } from "../state/site.js";
import type { Turn } from "../state/turn.js";
import { priceText } from "../view/texts.js";

/** What a position does when funding is exchanged. */
type Role = "pays" | "receives";

/** Funding of a quantity at the tag price, in money: payers round up, receivers down. */
export function fundingOf({ units, mark }: ContractState, quantity: number, rate: number, role: Role): bigint {
  const { numerator, denominator } = exactValue(units, BigInt(quantity), BigInt(mark.price));
  const amount = numerator * BigInt(Math.abs(rate));
  return role === "pays" ? divideUp(amount, denominator * oneRate) : divideDown(amount, denominator * oneRate);
}

/** Positions with margin of their own pay from it; what it cannot pay, the insurance fund does. */
function payFunding(turn: Turn, site: PositionSite, amount: bigint): void {
  const { user, holding, position } = site;
  const { state } = turn;
  const { funding } = venueAccounts(state, holding.coin);
  const { margin } = position;
  if (holding.mode === "cross") {
    watchMargins(turn);
    pay(turn, site, funding, amount);
    reportDrained(turn, user, position);
    return;
  }
  rescue(turn, user, margin, amount - min(amount, margin.balance));
  state.ledger.post(margin, funding, amount);
}

function receiveFunding(turn: Turn, { user, holding, position }: PositionSite, amount: bigint): void {
  const { state } = turn;
  const { funding } = venueAccounts(state, holding.coin);
  const to = holding.mode === "cross" ? holding.accounts.free : position.margin;
  state.ledger.post(funding, to, amount);
  settleDebt(turn, user, holding.accounts);
}

function fundUsers(turn: Turn, { market, contract }: ContractSite, rate: number, wanted: Role): void {
  for (const user of holdersOf(turn.state, contract)) {
    const holding = user.holdings.get(market.market.pair);
    for (const position of holding === undefined ? [] : sidesOf(holding)) {
      const role = (position.side === "long") === rate > 0 ? "pays" : "receives";
      if (holding === undefined || position.quantity === 0 || role !== wanted) {
        continue;
      }
      const amount = fundingOf(contract, position.quantity, rate, role);
      const book = role === "pays" ? payFunding : receiveFunding;
      book(turn, { market, contract, user, holding, position }, amount);
    }
  }
}

function fundHouse(state: ExchangeState, contract: ContractState, rate: number, wanted: Role): void {
  const { funding } = venueAccounts(state, contract.terms.settleCoin);
  for (const { quantity, money } of contract.house.values()) {
    const role = quantity > 0 === rate > 0 ? "pays" : "receives";
    if (quantity === 0 || role !== wanted) {
      continue;
    }
    const amount = fundingOf(contract, Math.abs(quantity), rate, role);
    if (role === "pays") {
      state.ledger.post(money, funding, amount);
    } else {
      state.ledger.post(funding, money, amount);
    }
  }
}

function reportUsers(turn: Turn, { market, contract }: ContractSite): void {
  for (const user of holdersOf(turn.state, contract)) {
    const holding = user.holdings.get(market.market.pair);
    const held = holding === undefined ? [] : sidesOf(holding).filter(({ quantity }) => quantity > 0);
    if (holding === undefined || held.length === 0) {
      continue;
    }
    for (const position of held) {
      reportPosition(turn, { market, contract, user, holding, position });
    }
    reportAssets(turn, user, holding.accounts);
  }
}

function fundMarket(turn: Turn, site: ContractSite): void {
  const { market, contract } = site;
  const { state, events } = turn;
  const { mark, terms } = contract;
  const rate = market.operated.nextFundingRate ?? fundingRate(mark);
  market.operated.nextFundingRate = undefined;
  Object.assign(mark, { fundingRate: rate, fundedAtMs: state.now, premiumSum: 0, premiumCount: 0 });
  for (const role of rate === 0 ? [] : (["pays", "receives"] as const)) {
    fundUsers(turn, site, rate, role);
    fundHouse(state, contract, rate, role);
  }
  const { funding, rounding } = venueAccounts(state, terms.settleCoin);
  state.ledger.post(funding, rounding, funding.balance);
  const tagPrice = priceText(market.market, mark.price);
  events.push({ kind: "funding-settled", pair: market.market.pair, rate: scaledText(rate, rateScale), tagPrice });
  reportUsers(turn, site);
}

/** Exchanges funding in every contract: the side that drives the price away from the index pays the other one. */
export function settleFunding(turn: Turn): void {
  for (const market of turn.state.markets.values()) {
    if (market.contract !== undefined) {
      fundMarket(turn, { market, contract: market.contract });
    }
  }
}
