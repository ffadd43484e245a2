import { contractMarket } from "@depthwire/exchange/internal";
import { expect, it } from "vitest";
import { demoUserId } from "../keys/api-keys.js";
import { openDemoKey, openingCommands, pastCommands } from "./opening-funds.js";

it("gives the demo account money in every settlement coin, and the insurance funds too", () => {
  const markets = ["4BTC_USDT", "4ETH_USDT", "5ETH_USD"].flatMap((pair) => contractMarket(pair) ?? []);
  const commands = openingCommands(markets, { insurance: {} });
  const credits = commands.filter((command) => command.kind === "credit");
  expect(credits.map(({ account, coin, purse }) => `${account} ${coin} ${purse}`)).toEqual([
    `${demoUserId} USDT contract`,
    `${demoUserId} USDT wallet`,
    `${demoUserId} ETH contract`,
    `${demoUserId} ETH wallet`,
    `${demoUserId} BIX contract`,
    `${demoUserId} BIX wallet`,
  ]);
  expect(commands.filter((command) => command.kind === "fund-insurance").map(({ coin }) => coin)).toEqual([
    "USDT",
    "ETH",
  ]);
});

it("opens a venue with these commands, and no others", () => {
  const markets = ["4BTC_USDT", "5BTC_USD"].flatMap((pair) => contractMarket(pair) ?? []);
  const credit = (coin: string, amount: string) =>
    ["contract", "wallet"].map((purse) => ({ kind: "credit", account: demoUserId, coin, amount, purse }));
  expect(openingCommands(markets, { insurance: { BTC: "7" } })).toEqual([
    { kind: "fund-insurance", coin: "USDT", amount: "1000000" },
    { kind: "fund-insurance", coin: "BTC", amount: "7" },
    ...credit("USDT", "10000"),
    ...credit("BTC", "1"),
    ...credit("BIX", "1000"),
    { kind: "start-strategy", account: demoUserId, pair: "5BTC_USD" },
  ]);
  const [, other] = openingCommands(markets, { insurance: {} });
  expect(other).toEqual({ kind: "fund-insurance", coin: "BTC", amount: "100" });
});

it("opens the demo account's key for everything, and gives markets a past where they are to have one", () => {
  expect(openDemoKey({ userId: 5, apiKey: "key", apiSecret: "secret" })).toEqual({
    kind: "open-key",
    account: 5,
    apiKey: "key",
    apiSecret: "secret",
    permissions: ["read", "trade", "withdraw"],
    addresses: [],
  });
  expect([pastCommands({ historyMs: 0 }), pastCommands({ historyMs: 9 })]).toEqual([
    [],
    [{ kind: "make-history", ms: 9 }],
  ]);
});
