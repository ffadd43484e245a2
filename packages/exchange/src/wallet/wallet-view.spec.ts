import { describe, expect, it } from "vitest";
import { linearMarket, VenueKit } from "../spec-support/venue-kit.js";
import { listDeposits } from "./wallet-view.js";

const user = 1001;

describe("lists of the wallet", () => {
  const kit = new VenueKit([linearMarket]);
  const pay = (amount: string, coin = "USDT"): void => {
    kit.apply({ kind: "deposit", account: user, coin, amount });
  };
  for (let i = 1; i <= 5; i++) {
    pay(String(i));
  }
  pay("6", "BTC");
  kit.pass(24_000);
  pay("7");

  it.each([
    [1, 3, 4, ["7", "6", "5"]],
    [2, 3, 4, ["4", "3", "2"]],
    [3, 3, 1, ["1"]],
    [4, 3, 0, []],
    [1, 7, 7, ["7", "6", "5", "4", "3", "2", "1"]],
    [1, 6, 7, ["7", "6", "5", "4", "3", "2"]],
  ])("page %d of %d: count %d, newest first", (page, size, count, amounts) => {
    const found = listDeposits(kit.exchange.state, user, { page, size });
    expect([found.count, found.page, found.items.map(({ amount }) => amount)]).toEqual([count, page, amounts]);
  });

  it("are filtered by coin and status, and show nobody else's", () => {
    const amounts = (query: { coin?: string; filter?: "in-progress" | "credited" | "failed" }): string[] =>
      listDeposits(kit.exchange.state, user, { page: 1, size: 50, ...query }).items.map(({ amount }) => amount);
    expect(amounts({ coin: "BTC" })).toEqual(["6"]);
    expect(amounts({ filter: "in-progress" })).toEqual(["7"]);
    expect(amounts({ filter: "credited", coin: "USDT" })).toEqual(["5", "4", "3", "2", "1"]);
    expect(amounts({ filter: "failed" })).toEqual([]);
    expect(listDeposits(kit.exchange.state, 1002, { page: 1, size: 50 }).items).toEqual([]);
  });
});
