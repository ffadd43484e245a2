import { contractMarket } from "@depthwire/exchange/internal";
import { expect, it } from "vitest";
import { demoUserId } from "../keys/api-keys.js";
import { openingCommands } from "./opening-funds.js";

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
