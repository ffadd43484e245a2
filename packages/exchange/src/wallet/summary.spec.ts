import { expect, it } from "vitest";
import { linearMarket, VenueKit } from "../spec-support/venue-kit.js";
import { summaryOf } from "./summary.js";

const user = 1001;
const erc20 = "0x52908400098527886e0f7030069857d2e4169ee7";

it("a summary tells of a coin of which all but a little is held back", () => {
  const other = new VenueKit([linearMarket]);
  other.apply({ kind: "credit", account: user, coin: "USDT", amount: "100", purse: "wallet" });
  other.apply({ kind: "withdraw", account: user, coin: "USDT", amount: "90", address: erc20 });
  expect(summaryOf(other.exchange.state, user, "wallet", "totals").assets).toMatchObject([
    { coin: "USDT", available: "10", frozen: "90", valueUsd: "100.00" },
  ]);
  other.apply({ kind: "withdraw", account: user, coin: "USDT", amount: "10", address: erc20 });
  expect(summaryOf(other.exchange.state, user, "spot", "totals").assets).toEqual([]);
});
