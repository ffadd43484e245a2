import { describe, expect, it } from "vitest";
import { contractMarket } from "../market/market-list.js";
import { checkLaws } from "../spec-support/exchange-laws.js";
import { linearMarket, refusalOf, VenueKit } from "../spec-support/venue-kit.js";
import { depositAddress } from "./chain.js";
import { coinList } from "./coin-list.js";
import { summaryOf } from "./summary.js";
import { listDeposits, listWithdrawals } from "./wallet-view.js";

const user = 1001;
const erc20 = "0x52908400098527886e0f7030069857d2e4169ee7";

function kitWith(amount = "1000", coin = "USDT"): VenueKit {
  const kit = new VenueKit([linearMarket]);
  kit.apply({ kind: "credit", account: user, coin, amount, purse: "wallet" });
  return kit;
}

function pay(kit: VenueKit, amount: string, coin = "USDT"): void {
  kit.apply({ kind: "deposit", account: user, coin, amount });
}

function deposits(kit: VenueKit): readonly { status: string; confirmations: number; amount: string }[] {
  return listDeposits(kit.exchange.state, user, { page: 1, size: 50 }).items;
}

function ask(
  kit: VenueKit,
  amount: string,
  extra: { coin?: string; address?: string; memo?: string } = {},
): string | undefined {
  return refusalOf(kit.apply({ kind: "withdraw", account: user, coin: "USDT", amount, address: erc20, ...extra }));
}

function withdrawals(
  kit: VenueKit,
  filter?: "review-pending" | "review-passed" | "paying-out" | "paid-out" | "cancelled" | "review-rejected",
): readonly string[] {
  return listWithdrawals(kit.exchange.state, user, { page: 1, size: 50, filter }).items.map(({ status }) => status);
}

function lastId(kit: VenueKit): string {
  return listWithdrawals(kit.exchange.state, user, { page: 1, size: 1 }).items[0]?.withdrawalId ?? "";
}

function decide(
  kit: VenueKit,
  decision: "approve" | "reject" | "cancel",
  withdrawalId = lastId(kit),
): string | undefined {
  return refusalOf(kit.apply({ kind: "decide-withdrawal", withdrawalId, decision }));
}

describe("a deposit", () => {
  it("is seen at once, is confirmed block by block, and counts at the coin's number", () => {
    const kit = kitWith("1");
    pay(kit, "250.5");
    expect(deposits(kit)).toMatchObject([{ status: "in-progress", confirmations: 0, amount: "250.5", chain: "ERC20" }]);
    kit.pass(2000 * 5 + 1);
    expect(deposits(kit)).toMatchObject([{ status: "in-progress", confirmations: 5 }]);
    expect(kit.balance(`user/${user}/wallet`)).toBe("1");
    kit.pass(2000 * 7 - 2);
    expect(deposits(kit)).toMatchObject([{ status: "in-progress", confirmations: 11 }]);
    const events = kit.pass(1);
    expect(deposits(kit)).toMatchObject([{ status: "credited", confirmations: 12 }]);
    expect(kit.balance(`user/${user}/wallet`)).toBe("251.5");
    expect(kit.balance("world")).toBe("-251.5");
    expect(events.map(({ kind }) => kind)).toEqual(["money-moved", "deposit-changed"]);
    kit.pass(1_000_000);
    expect(deposits(kit)).toMatchObject([{ confirmations: 12 }]);
  });

  it("may fail: then nothing is credited", () => {
    const kit = kitWith("1");
    kit.apply({ kind: "deposit", account: user, coin: "BTC", amount: "0.5", outcome: "failed" });
    kit.pass(4000);
    expect(deposits(kit)).toMatchObject([{ status: "failed", confirmations: 2 }]);
    expect(kit.balance(`user/${user}/wallet`, "BTC")).toBe("0");
  });

  it("may come again and again", () => {
    const kit = kitWith("0.000001");
    kit.apply({ kind: "deposit", account: user, coin: "XRP", amount: "10", everyMs: 60_000 });
    kit.pass(150_000);
    expect(deposits(kit).map(({ status }) => status)).toEqual(["credited", "credited", "credited"]);
    expect(kit.balance(`user/${user}/wallet`, "XRP")).toBe("30");
    const times = listDeposits(kit.exchange.state, user, { page: 1, size: 9 }).items.map(
      ({ createdAtMs }) => createdAtMs,
    );
    expect([(times[0] ?? 0) - (times[1] ?? 0), (times[1] ?? 0) - (times[2] ?? 0)]).toEqual([60_000, 60_000]);
  });

  it.each([
    ["NONE", "1", undefined, "check-parameters"],
    ["AAVE", "1", undefined, "check-parameters"],
    ["USDT", "1", "BTC", "check-parameters"],
    ["USDT", "0", undefined, "wrong-parameter"],
    ["USDT", "-5", undefined, "wrong-parameter"],
    ["USDT", "0.0000001", undefined, "wrong-parameter"],
    ["USDT", "", undefined, "wrong-parameter"],
  ])("of %s %s on chain %s is refused: %s", (coin, amount, chain, reason) => {
    const kit = kitWith();
    const command = { kind: "deposit", account: user, coin, amount } as const;
    expect(refusalOf(kit.apply(chain === undefined ? command : { ...command, chain }))).toBe(reason);
    expect(deposits(kit)).toEqual([]);
  });
});

describe("a withdrawal", () => {
  it("is held back, reviewed, queued, paid out, done", () => {
    const kit = kitWith("1000");
    expect(ask(kit, "100.5")).toBeUndefined();
    expect(withdrawals(kit, "review-pending")).toEqual(["in-progress"]);
    expect(kit.balance(`user/${user}/wallet`)).toBe("899.5");
    expect(kit.balance(`user/${user}/withdrawing`)).toBe("100.5");
    kit.pass(10_000);
    expect(withdrawals(kit, "review-passed")).toEqual(["in-progress"]);
    kit.pass(5000);
    expect(withdrawals(kit, "paying-out")).toEqual(["in-progress"]);
    expect(kit.balance(`user/${user}/withdrawing`)).toBe("100.5");
    const events = kit.pass(2000);
    expect(withdrawals(kit, "paid-out")).toEqual(["succeeded"]);
    expect(events.map(({ kind }) => kind)).toEqual(["money-moved", "money-moved", "withdrawal-changed"]);
    expect(kit.balance(`user/${user}/withdrawing`)).toBe("0");
    expect(kit.balance("venue/fees")).toBe("5");
    expect(kit.balance("world")).toBe("-904.5");
    checkLaws(kit.exchange.state);
  });

  it("shows what arrives, and the transaction from the payout on", () => {
    const kit = kitWith("1000");
    ask(kit, "100.5", { memo: "for you" });
    const shown = (): unknown => listWithdrawals(kit.exchange.state, user, { page: 1, size: 1 }).items[0];
    expect(shown()).toMatchObject({
      amount: "100.5",
      amountPaidOut: "95.5",
      fee: "5",
      transactionId: "",
      memo: "for you",
    });
    kit.pass(15_000);
    expect(shown()).toMatchObject({
      transactionId: expect.stringMatching(/^[0-9a-f]{64}$/),
      chain: "ERC20",
      address: erc20,
    });
  });

  it("takes the chain from the address", () => {
    const kit = kitWith("1000");
    ask(kit, "100", { address: `T${"a".repeat(33)}` });
    expect(listWithdrawals(kit.exchange.state, user, { page: 1, size: 1 }).items).toMatchObject([{ chain: "TRC20" }]);
  });

  it.each([
    ["approve", "review-passed", "900", "100"],
    ["reject", "review-rejected", "1000", "0"],
    ["cancel", "cancelled", "1000", "0"],
  ] as const)("can be decided by the operator: %s", (decision, stage, wallet, withdrawing) => {
    const kit = kitWith("1000");
    ask(kit, "100");
    expect(decide(kit, decision)).toBeUndefined();
    expect(withdrawals(kit, stage).length).toBe(1);
    expect(kit.balance(`user/${user}/wallet`)).toBe(wallet);
    expect(kit.balance(`user/${user}/withdrawing`)).toBe(withdrawing);
    kit.pass(60_000);
    expect(withdrawals(kit)).toEqual([{ approve: "succeeded", reject: "failed", cancel: "cancelled" }[decision]]);
    checkLaws(kit.exchange.state);
  });

  it("can be cancelled until it is paid out, rejected only while it is reviewed, decided only once", () => {
    const kit = kitWith("1000");
    expect(decide(kit, "approve", "11258999068426241")).toBe("unknown-order");
    expect(decide(kit, "approve", "toString")).toBe("unknown-order");
    ask(kit, "100");
    decide(kit, "approve");
    expect(decide(kit, "approve")).toBe("order-finished");
    expect(decide(kit, "reject")).toBe("order-finished");
    expect(decide(kit, "cancel")).toBeUndefined();
    expect(decide(kit, "cancel")).toBe("order-finished");
    ask(kit, "100");
    kit.pass(15_000);
    expect(withdrawals(kit, "paying-out").length).toBe(1);
    expect(decide(kit, "cancel")).toBe("order-finished");
  });

  it("is not hurried by the steps that a decision made pointless", () => {
    const kit = kitWith("1000");
    ask(kit, "100");
    kit.pass(9999);
    decide(kit, "approve");
    kit.pass(4999);
    expect(withdrawals(kit, "review-passed").length).toBe(1);
    kit.pass(1);
    expect(withdrawals(kit, "paying-out").length).toBe(1);
  });

  it.each([
    ["20", {}, "quantity-below-minimum"],
    ["20.000001", {}, undefined],
    ["0", {}, "quantity-below-minimum"],
    ["-100", {}, "quantity-below-minimum"],
    ["100.0000001", {}, "check-parameters"],
    ["100", { address: "0x12" }, "check-parameters"],
    ["100", { address: "" }, "check-parameters"],
    ["100", { address: `r${"a".repeat(30)}` }, "check-parameters"],
    ["100", { memo: "x".repeat(129) }, "check-parameters"],
    ["100", { coin: "NONE" }, "check-parameters"],
    ["100", { coin: "MATIC" }, "check-parameters"],
    ["1000.000001", {}, "insufficient-balance"],
    ["1000", {}, undefined],
    ["30", { coin: "XRP", address: `r${"a".repeat(30)}` }, "missing-parameter"],
    ["30", { coin: "XRP", address: `r${"a".repeat(30)}`, memo: "" }, "missing-parameter"],
    ["30", { coin: "XRP", address: `r${"a".repeat(30)}`, memo: "7" }, "insufficient-balance"],
  ])("of %s with %j: %s", (amount, extra, reason) => {
    const kit = kitWith("1000");
    expect(ask(kit, amount, extra)).toBe(reason);
    checkLaws(kit.exchange.state);
  });
});

describe("addresses", () => {
  it.each(coinList.flatMap(({ coin, chains }) => chains.map((chain) => ({ coin, chain, name: chain.name }))))(
    "of $coin on $name are valid there and always the same",
    ({ coin, chain }) => {
      const address = depositAddress(7, user, coin, chain);
      const [start = "", tag] = address.split(":");
      expect(start).toMatch(chain.shape);
      expect(tag).toBe(chain.tagged ? String(user) : undefined);
      expect(depositAddress(7, user, coin, chain)).toBe(address);
      expect(depositAddress(8, user, coin, chain)).not.toBe(address);
      expect(depositAddress(7, user + 1, coin, chain)).not.toBe(address);
    },
  );
});

describe("a summary", () => {
  const kit = new VenueKit([linearMarket, contractMarket("4ETH_USDT") ?? linearMarket]);
  kit.apply({ kind: "credit", account: user, coin: "USDT", amount: "1000.5", purse: "wallet" });
  kit.apply({ kind: "credit", account: user, coin: "BTC", amount: "0.25", purse: "wallet" });
  kit.apply({ kind: "credit", account: user, coin: "ETH", amount: "2", purse: "spot" });
  kit.setIndex("50000");
  kit.apply({ kind: "withdraw", account: user, coin: "USDT", amount: "100.5", address: erc20 });

  it("values what is there and what is held back at the index prices", () => {
    expect(summaryOf(kit.exchange.state, user, "wallet", "totals")).toEqual({
      totalBtc: "0.27001000",
      totalCny: "84189.11",
      totalUsd: "13500.50",
      assets: [
        {
          coin: "BTC",
          available: "0.25",
          frozen: "0",
          valueBtc: "0.25000000",
          valueCny: "77950.00",
          valueUsd: "12500.00",
        },
        {
          coin: "USDT",
          available: "900",
          frozen: "100.5",
          valueBtc: "0.02001000",
          valueCny: "6239.11",
          valueUsd: "1000.50",
        },
      ],
    });
    expect(summaryOf(kit.exchange.state, user, "spot", "totals")).toMatchObject({
      totalUsd: "7884.30",
      assets: [{ coin: "ETH", available: "2", frozen: "0" }],
    });
  });

  it("tells of every coin when it is asked to", () => {
    const { assets, totalUsd } = summaryOf(kit.exchange.state, user, "wallet", "every-coin");
    expect(assets.length).toBe(coinList.length);
    expect(assets.find(({ coin }) => coin === "DOGE")).toMatchObject({ available: "0", valueUsd: "0.00" });
    expect(totalUsd).toBe("13500.50");
  });

  it("of somebody who never came is empty", () => {
    expect(summaryOf(kit.exchange.state, 4711, "wallet", "totals")).toEqual({
      totalBtc: "0.00000000",
      totalCny: "0.00",
      totalUsd: "0.00",
      assets: [],
    });
  });
});
