import { expect, it } from "vitest";
import type { Command } from "../command/command.js";
import { refusalCodes } from "../command/refusal.js";
import { Exchange } from "../exchange.js";
import type { Market } from "./market.js";
import { marketOf } from "./market-list.js";

const pair = "4BTC_USDT";
const account = 100_001;
const startMs = 1_700_000_000_000;

/** A market that has run for five seconds, and a user who has money and one order in it, far below. */
function scene(): { readonly exchange: Exchange; act(command: Command): readonly string[] } {
  const exchange = new Exchange({ seed: 1, markets: [marketOf(pair) as Market] });
  let at = startMs;
  const act = (command: Command): readonly string[] => {
    at += 100;
    return exchange.apply(command, at).map((event) => {
      const reason = "reason" in event ? ` ${event.reason}` : "";
      return `${event.kind}${reason}`;
    });
  };
  for (let i = 0; i < 50; i++) {
    act({ kind: "tick" });
  }
  act({ kind: "credit", account, coin: "USDT", amount: "10000", purse: "contract" });
  act(order());
  return { exchange, act };
}

function order(): Command {
  const { contractUnit = 0, initialPrice = 0 } = marketOf(pair) ?? {};
  const price = Math.floor(initialPrice * 0.95);
  return { kind: "place-order", account, pair, side: "open-long", type: "limit", quantity: contractUnit * 100, price };
}

it("refuses orders while a market stands, with the code for what an operator has ordered; cancelling goes on", () => {
  const { exchange, act } = scene();
  act({ kind: "set-market", pair, halted: true });
  expect(act(order())).toEqual(["command-refused market-halted"]);
  expect(refusalCodes["market-halted"]).toBe(2021);
  expect(act({ kind: "cancel-all", account, pair })).toContain("cancel-accepted");
  const [latest] = exchange.deals(pair, 1);
  for (let i = 0; i < 100; i++) {
    act({ kind: "tick" });
  }
  expect(exchange.deals(pair, 1)[0]).toEqual(latest);
  act({ kind: "set-market", pair, halted: false });
  expect(act(order())).toContain("order-placed");
});

it("cancels what an account has waiting when its connection is gone and it is to be protected like that, and else not", () => {
  const { exchange, act } = scene();
  expect(act({ kind: "private-stream-lost", account })).toEqual([]);
  act({ kind: "set-account", account, cancelOnDisconnect: true });
  expect(act({ kind: "private-stream-lost", account })).toContain("order-cancelled disconnected");
  expect([...(exchange.state.users.get(account)?.holdings.get(pair)?.orders.keys() ?? [])]).toEqual([]);
});
