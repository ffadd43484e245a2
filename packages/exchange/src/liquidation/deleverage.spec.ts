import { expect, it } from "vitest";
import { agentAccounts } from "../agents/agents-state.js";
import { Exchange } from "../exchange.js";
import { marketOf } from "../market/market-list.js";
import { housePosition, liquidationAccount, settleHouse } from "../settle/house.js";
import type { MarketState } from "../state/exchange-state.js";
import { deleverage } from "./deleverage.js";

const startMs = 1_700_000_000_000;
const account = 1001;

/** What each agent thinks it holds beside what the books say. */
function inventories({ agents, contract }: MarketState): readonly (readonly [believed: number, held: number])[] {
  const held = (one: number): number => contract?.house.get(one)?.quantity ?? 0;
  const makers = agents.makers.map((maker) => [maker.inventory, held(maker.account)] as const);
  return [...makers, [agents.momentum.inventory, held(agentAccounts.momentum)]];
}

it("tells agents that their positions were closed against the venue's", () => {
  const one = marketOf("4BTC_USDT");
  const exchange = new Exchange({ seed: 3, markets: one === undefined ? [] : [one] });
  for (let i = 0; i < 20; i++) {
    exchange.apply({ kind: "tick" }, startMs + i * 100);
  }
  exchange.apply({ kind: "credit", account, coin: "USDT", amount: "1000000", purse: "contract" }, startMs + 2000);
  const order = { kind: "place-order", account, pair: "4BTC_USDT", side: "open-long", type: "market" } as const;
  exchange.apply({ ...order, quantity: 100_000 }, startMs + 2001);
  const { state } = exchange;
  const market = state.markets.get("4BTC_USDT");
  if (market?.contract === undefined) {
    throw new Error("no contract");
  }
  const { contract } = market;
  // The venue has taken a long over that nobody in the book wants.
  const value = BigInt(50_000) * BigInt(contract.mark.price);
  settleHouse(state, contract, liquidationAccount, { direction: "buy", quantity: 50_000, value });
  const before = inventories(market);
  deleverage(
    { state, events: [], drained: [] },
    { market, contract },
    housePosition(state, contract, liquidationAccount),
  );
  const after = inventories(market);
  expect(after).not.toEqual(before);
  expect(housePosition(state, contract, liquidationAccount).quantity).toBe(0);
  for (const [believed, held] of after) {
    expect(believed).toBe(held);
  }
});
