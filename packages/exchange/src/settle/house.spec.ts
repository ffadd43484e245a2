import { beforeEach, describe, expect, it } from "vitest";
import type { ContractState } from "../contract/contract-state.js";
import { oneCoin } from "../exact/money.js";
import type { Market } from "../market/market.js";
import { inverseMarket, linearMarket, VenueKit } from "../spec-support/venue-kit.js";
import type { ExchangeState } from "../state/exchange-state.js";
import { housePosition, liquidationAccount, settleHouse } from "./house.js";

const agent = 10;
let state: ExchangeState;
let contract: ContractState;

function open(market: Market): void {
  ({ state } = new VenueKit([market]).exchange);
  contract = state.markets.get(market.pair)?.contract as ContractState;
}

/** A quantity that is bought (above 0) or sold, for so many coins. */
function trade(quantity: number, coins: bigint): void {
  const direction = quantity > 0 ? "buy" : "sell";
  settleHouse(state, contract, agent, { direction, quantity: Math.abs(quantity), value: coins * oneCoin });
}

/** What the agent holds, for how many coins, and its money; the clearing account has what it has not. */
function held(): readonly [quantity: number, cost: bigint, money: bigint] {
  const { quantity, cost, money } = housePosition(state, contract, agent);
  expect(contract.clearing.balance).toBe(-money.balance);
  return [quantity, cost / oneCoin, money.balance / oneCoin];
}

describe("what an agent holds in a linear contract", () => {
  beforeEach(() => open(linearMarket));

  it("grows with what it buys, and shrinks by its share with what it sells: the profit is its own", () => {
    trade(4, 400n);
    trade(2, 260n);
    expect(held()).toEqual([6, 660n, 0n]);
    trade(-3, 300n);
    expect(held()).toEqual([3, 330n, -30n]);
    trade(-3, 390n);
    expect(held()).toEqual([0, 0n, 30n]);
  });

  it("turns round: what it held is closed, and the rest is opened for its share of the value", () => {
    trade(-4, 400n);
    expect(held()).toEqual([-4, 400n, 0n]);
    trade(6, 540n);
    expect(held()).toEqual([2, 180n, 40n]);
    trade(-5, 400n);
    expect(held()).toEqual([-3, 240n, 20n]);
  });
});

it("a long in an inverse contract gains when its value falls", () => {
  open(inverseMarket);
  trade(4, 400n);
  trade(-2, 150n);
  expect(held()).toEqual([2, 200n, 50n]);
  trade(-4, 440n);
  expect(held()).toEqual([-2, 220n, 30n]);
  trade(2, 250n);
  expect(held()).toEqual([0, 0n, 60n]);
});

it("the money of what the venue took over is its liquidation account, an agent's is its own", () => {
  open(linearMarket);
  expect(housePosition(state, contract, liquidationAccount).money.name).toBe("venue/liquidation");
  expect(housePosition(state, contract, agent).money.name).not.toBe("venue/liquidation");
  expect(housePosition(state, contract, agent)).toBe(housePosition(state, contract, agent));
});
