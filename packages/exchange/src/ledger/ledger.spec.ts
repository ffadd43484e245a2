import { beforeEach, describe, expect, it } from "vitest";
import { Ledger, type LedgerAccount } from "./ledger.js";

let ledger: Ledger;
let free: LedgerAccount;
let fees: LedgerAccount;

beforeEach(() => {
  ledger = new Ledger();
  free = ledger.open("user/7/free", "USDT", 7);
  fees = ledger.open("venue/fees", "USDT");
});

describe("the books", () => {
  it("open an account once, empty, and each coin's apart", () => {
    expect(free).toEqual({ name: "user/7/free", coin: "USDT", backs: 7, balance: 0n });
    expect(fees.backs).toBe(0);
    expect(ledger.open("user/7/free", "USDT")).toBe(free);
    const inBtc = ledger.open("user/7/free", "BTC");
    expect(inBtc).not.toBe(free);
    expect(ledger.accounts()).toEqual([free, fees, inBtc]);
  });

  it("move money from one account to another one, and the accounts of a coin add up to 0", () => {
    ledger.post(fees, free, 5n);
    ledger.post(free, fees, 2n);
    ledger.open("user/7/free", "BTC");
    expect([free.balance, fees.balance]).toEqual([3n, -3n]);
    expect([...ledger.totals()]).toEqual([
      ["USDT", 0n],
      ["BTC", 0n],
    ]);
  });

  it("say what a coin's accounts add up to where they do not", () => {
    ledger.adopt({ name: "user/8/free", coin: "USDT", backs: 8, balance: 4n });
    ledger.adopt({ name: "user/9/free", coin: "USDT", backs: 9, balance: -1n });
    expect([...ledger.totals()]).toEqual([["USDT", 3n]]);
    expect(ledger.open("user/8/free", "USDT").balance).toBe(4n);
  });

  it("refuse a negative amount and another coin, and nothing moves", () => {
    const other = ledger.open("venue/fees", "BTC");
    expect(() => ledger.post(fees, free, -1n)).toThrow(new RangeError("a posting is not negative"));
    expect(() => ledger.post(other, free, 1n)).toThrow(new RangeError("a posting keeps to one coin"));
    expect([free.balance, fees.balance, other.balance]).toEqual([0n, 0n, 0n]);
  });

  it("close an empty account only", () => {
    ledger.post(fees, free, 1n);
    expect(() => ledger.close(free)).toThrow(/user\/7\/free holds 1 USDT/);
    ledger.post(free, fees, 1n);
    ledger.close(free);
    expect(ledger.accounts()).toEqual([fees]);
    expect(ledger.open("user/7/free", "USDT")).not.toBe(free);
  });
});

describe("who was touched", () => {
  it("is whom either account of a posting backs, until he was looked at", () => {
    const other = ledger.open("user/8/free", "USDT", 8);
    ledger.post(fees, free, 1n);
    ledger.post(fees, free, 1n);
    expect([...ledger.touched]).toEqual([7]);
    ledger.post(free, other, 1n);
    expect([...ledger.touched]).toEqual([7, 8]);
    ledger.forgetTouched(8);
    expect([...ledger.touched]).toEqual([7]);
    ledger.touch(8);
    expect([...ledger.touched]).toEqual([7, 8]);
  });

  it("is nobody by a posting of nothing, and nobody by the venue's own", () => {
    ledger.post(fees, free, 0n);
    ledger.post(fees, ledger.open("venue/funding", "USDT"), 3n);
    ledger.touch(0);
    expect([...ledger.touched]).toEqual([]);
  });
});
