import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Command } from "../command/command.js";
import { Exchange } from "../exchange.js";
import { createRemembered } from "../remembered/remembered.js";
import { lawMarkets } from "../spec-support/trading-steps.js";
import { canonicalText } from "../state/state-codec.js";
import { maxRecordedAtOnce } from "./catch-up.js";

const startMs = 1_700_000_000_000;
const dayMs = 86_400_000;

function open(commands: readonly Command[]): Exchange {
  const exchange = new Exchange({ seed: 1, markets: lawMarkets });
  for (const command of commands) {
    exchange.apply(command, startMs);
  }
  return exchange;
}

/** The whole state, and of the deposits that have ended the newest alone. */
function figures({ state }: Exchange, records: number): readonly unknown[] {
  const { remembered } = state;
  const ended = [...remembered.deposits.all()].sort((left, right) => left.id - right.id);
  const newest = records === 0 ? [] : ended.slice(-records);
  return [newest, canonicalText({ ...state, remembered: createRemembered(0) })];
}

const order = fc.record({
  account: fc.constantFrom(1001, 1002),
  coin: fc.constantFrom("USDT", "XRP", "ETC"),
  everyMs: fc.integer({ min: 500, max: 20_000 }),
  outcome: fc.constantFrom("credited", "failed" as const),
});

describe("standing deposits that are made up for", () => {
  it("after three days are one sum and the newest records, in one command", () => {
    const exchange = open([{ kind: "deposit", account: 1001, coin: "XRP", amount: "1.5", everyMs: 1000 }]);
    const events = exchange.apply({ kind: "pass-time" }, startMs + 3 * dayMs);
    const { wallet, users } = exchange.state;
    // XRP needs one block of two seconds: the last two are on their way.
    const payments = (3 * dayMs) / 1000 + 1;
    expect(wallet.nextDepositId).toBe(payments + 1);
    expect(users.get(1001)?.coins.get("XRP")?.wallet.balance).toBe(15_000_000_000n * BigInt(payments - 2));
    expect(wallet.deposits.size).toBe(2);
    expect(exchange.state.remembered.deposits.size).toBeLessThanOrEqual(maxRecordedAtOnce);
    expect(exchange.state.remembered.deposits.size).toBeGreaterThan(maxRecordedAtOnce - 10);
    expect(maxRecordedAtOnce).toBe(1000);
    expect(events.length).toBeLessThan(4 * maxRecordedAtOnce);
    expect(wallet.steps).toHaveLength(3);
  });

  it("are told as money that came into the wallet, and not where none came", () => {
    const exchange = open([
      { kind: "deposit", account: 1001, coin: "XRP", amount: "1.5", everyMs: 1000 },
      { kind: "deposit", account: 1002, coin: "XRP", amount: "7", everyMs: 3 * dayMs - 1000 },
    ]);
    const events = exchange.apply({ kind: "pass-time" }, startMs + 3 * dayMs);
    const moved = events.filter((event) => event.kind === "money-moved");
    // 3 days are 259,200 payments behind the first one, of which the newest thousand are made one by one.
    const amount = String(1.5 * 258_200);
    expect(moved[0]).toEqual({ kind: "money-moved", account: 1001, coin: "XRP", amount, from: "world", to: "wallet" });
    expect(moved.filter((event) => event.amount === "0")).toEqual([]);
  });

  it("do not count before their own chain has confirmed them", () => {
    const exchange = open([{ kind: "deposit", account: 1001, coin: "USDT", amount: "1", chain: "TRC20", everyMs: 10 }]);
    exchange.apply({ kind: "pass-time" }, startMs + dayMs);
    // Twenty blocks of two seconds: what was paid in the last 40 s is on its way.
    const paid = (dayMs - 40_000) / 10 + 1;
    expect(exchange.state.users.get(1001)?.coins.get("USDT")?.wallet.balance).toBe(BigInt(paid) * 10n ** 10n);
  });

  it("leave what they would have left one by one", () => {
    let maxDepositId = 0;
    fc.assert(
      fc.property(
        fc.array(order, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 4_000_000 }),
        (orders, lastsMs) => {
          // Accounts are opened beforehand: the order in which they are opened is not compared.
          const opened = orders.map(({ account, coin }): Command => {
            return { kind: "credit", account, coin, amount: "1", purse: "wallet" };
          });
          const paid = orders.map((one): Command => ({ kind: "deposit", amount: "1.5", ...one }));
          const commands = [...opened, ...paid];
          const [atOnce, oneByOne] = [open(commands), open(commands)];
          atOnce.apply({ kind: "pass-time" }, startMs + lastsMs);
          for (let ms = 500; ms < lastsMs; ms += 50_000) {
            oneByOne.apply({ kind: "pass-time" }, startMs + ms);
          }
          oneByOne.apply({ kind: "pass-time" }, startMs + lastsMs);
          const records = Math.max(0, atOnce.state.remembered.deposits.size - orders.length);
          maxDepositId = Math.max(maxDepositId, atOnce.state.wallet.nextDepositId);
          expect(figures(atOnce, records)).toEqual(figures(oneByOne, records));
        },
      ),
      { numRuns: 30 },
    );
    expect(maxDepositId).toBeGreaterThan(2 * maxRecordedAtOnce);
  });
});
