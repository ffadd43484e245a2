import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sidesOf, type UserState } from "../account/user.js";
import type { Command } from "../command/command.js";
import { type Leg, maintenance, unrealised } from "../contract/margin.js";
import { contractUnits, costOf } from "../contract/units.js";
import { add, compare, fraction } from "../exact/fraction.js";
import { Exchange } from "../exchange.js";
import { commandOf, lawMarkets, lawUsers, tradingStep } from "../spec-support/trading-steps.js";
import { linearMarket, VenueKit } from "../spec-support/venue-kit.js";
import type { ExchangeState } from "../state/exchange-state.js";
import { safeRange } from "./box.js";
import { LiquidationBoxes } from "./boxes.js";
import { dueUsers, lookAt } from "./look.js";
import { isCrossUnderwater, isFixedUnderwater } from "./standing.js";

const kinds = {
  linear: contractUnits("linear", 1, 4),
  inverse: contractUnits("inverse", 1, 0),
} as const;
const price = fc.bigInt({ min: 1n, max: 2_000_000n });
const leg = fc.record({
  quantity: fc.oneof(fc.constant(0n), fc.bigInt({ min: 1n, max: 1_000_000n })),
  at: price,
  tier: fc.bigInt({ min: 1n, max: 8n }),
});

it("a range holds exactly those prices at which nobody is under water", () => {
  const seen = { inside: 0, outside: 0 };
  const kind = fc.constantFrom("linear" as const, "inverse" as const);
  const backing = fc.bigInt({ min: -500n, max: 3000n });
  fc.assert(
    fc.property(kind, leg, leg, backing, price, (which, long, short, thousandths, anywhere) => {
      const units = kinds[which];
      const drawn = ({ quantity, at, tier }: typeof long): Leg => {
        return { quantity, cost: costOf(units, quantity, at), maintenanceRate: tier * 50_000_000n };
      };
      const [l, s] = [drawn(long), drawn(short)];
      const equity = ((l.cost + s.cost) * thousandths) / 1000n;
      const { lowest, highest } = safeRange(units, l, s, equity);
      const edges = [lowest - 1, lowest, lowest + 1, highest - 1, highest, highest + 1].map(BigInt);
      for (const at of [anywhere, 1n, ...edges].filter((one) => one > 0n && one < BigInt(Number.MAX_SAFE_INTEGER))) {
        const worth = add(fraction(equity), add(unrealised(units, "long", l, at), unrealised(units, "short", s, at)));
        const isSafe = compare(worth, add(maintenance(units, l, at), maintenance(units, s, at))) >= 0;
        seen[isSafe ? "inside" : "outside"] += 1;
        expect(at >= BigInt(lowest) && at <= BigInt(highest)).toBe(isSafe);
      }
    }),
    { numRuns: 2000 },
  );
  expect(Math.min(seen.inside, seen.outside)).toBeGreaterThan(1000);
});

/** The slow way: everybody is asked. */
function underwater(state: ExchangeState): readonly number[] {
  const isUnder = (user: UserState): boolean =>
    [...user.holdings.values()].some((holding) => {
      const contract = state.markets.get(holding.pair)?.contract;
      if (holding.mode === "cross" || contract === undefined) {
        return isCrossUnderwater(state, user, holding.coin);
      }
      return sidesOf(holding).some(({ side, quantity, cost, margin }) =>
        isFixedUnderwater(contract, { side, quantity, cost, margin: margin.balance }),
      );
    });
  return [...state.users.values()].filter(isUnder).map(({ account }) => account);
}

/** The same exchange, in which everybody has just been looked at. */
function lookedAt(state: ExchangeState): ExchangeState {
  const looked = { ...state, boxes: new LiquidationBoxes() };
  for (const user of dueUsers(looked)) {
    lookAt(looked, user);
  }
  return looked;
}

/** A user buys from the house for about what he has. */
function straddled({ markets }: ExchangeState, account: number, pair: string): readonly Command[] {
  const one = markets.get(pair);
  const price = one?.contract?.mark.price ?? 1;
  const quantity = Math.floor(
    (2500 * 10 ** (one?.market.priceScale ?? 0) * 10 ** (one?.market.quantityScale ?? 0)) / price,
  );
  const order = { kind: "place-order", type: "limit", pair, price, quantity } as const;
  const sides = account % 2 === 0 ? (["open-long", "open-short"] as const) : (["open-short", "open-long"] as const);
  return [
    { ...order, account: 901, side: sides[0] },
    { ...order, account, side: sides[1] },
  ];
}

it("whoever has to be liquidated has left his box, wherever all marks go together", () => {
  const met = { under: 0, spared: 0 };
  const moves = fc.array(fc.tuple(...lawMarkets.map(() => fc.integer({ min: -300, max: 300 }))), { minLength: 20 });
  const steps = fc.array(tradingStep, { minLength: 120, maxLength: 160, size: "max" });
  fc.assert(
    fc.property(steps, moves, (all, jumps) => {
      const exchange = new Exchange({ seed: 1, markets: lawMarkets });
      const { state } = exchange;
      let at = 1_700_000_000_000;
      for (const account of lawUsers) {
        exchange.apply({ kind: "credit", account, coin: "USDT", amount: "2500", purse: "contract" }, at);
        exchange.apply({ kind: "credit", account, coin: "BTC", amount: "0.08", purse: "contract" }, at);
      }
      // Everybody holds something in both markets of one coin: only then do marks add up.
      for (const account of lawUsers) {
        for (const market of lawMarkets.filter(({ family }) => family === "usdt-margined")) {
          for (const command of straddled(state, account, market.pair)) {
            exchange.apply(command, at);
          }
        }
      }
      for (const step of all) {
        at += 1;
        const command = commandOf(exchange, step);
        if (command !== undefined) {
          exchange.apply(command, at);
        }
      }
      exchange.apply({ kind: "tick" }, at);
      const marks = [...state.markets.values()].flatMap(({ contract }) => contract?.mark ?? []);
      const before = marks.map((mark) => mark.price);
      for (const jump of jumps) {
        const looked = lookedAt(state);
        marks.forEach((mark, i) => {
          mark.price = Math.max(1, Math.round(((before[i] ?? 1) * (1000 + (jump[i] ?? 0))) / 1000));
        });
        const due = new Set(dueUsers(looked).map(({ account }) => account));
        const under = underwater(state);
        met.under += under.length;
        met.spared += state.users.size - due.size;
        expect(under.filter((account) => !due.has(account))).toEqual([]);
        const found = [...state.users.values()].filter((user) => lookAt(looked, user));
        expect(found.map(({ account }) => account)).toEqual(under);
        marks.forEach((mark, i) => {
          mark.price = before[i] ?? 1;
        });
      }
    }),
    { numRuns: 12 },
  );
  expect(Math.min(met.under, met.spared)).toBeGreaterThan(50);
});

describe("a cross account in two contracts", () => {
  const [a, b] = [1001, 1002];
  const other = { ...linearMarket, pair: "4ETH_USDT", coin: "ETH" };

  function holder(): VenueKit {
    const venue = new VenueKit([linearMarket, other]);
    venue.fund(a, "4000");
    venue.fund(b, "500000");
    for (const market of [linearMarket, other]) {
      venue.place(b, { side: "open-short", quantity: "0.4", price: "40000" }, market);
      venue.place(a, { side: "open-long", quantity: "0.4", price: "40000" }, market);
    }
    venue.setIndex("40000");
    return venue;
  }

  it("is liquidated by two marks of which either alone would leave it be", () => {
    for (const [first, second] of [
      [linearMarket, other],
      [other, linearMarket],
    ] as const) {
      const alone = holder();
      alone.setIndex("34200", first);
      expect(alone.positions(a)).toHaveLength(2);
      const both = holder();
      both.setIndex("34200", first);
      both.setIndex("35500", second);
      expect(both.positions(a).length).toBeLessThan(2);
      const otherAlone = holder();
      otherAlone.setIndex("35500", second);
      expect(otherAlone.positions(a)).toHaveLength(2);
    }
  });

  it("is looked at again after what changes its backing while the marks stand still", () => {
    const venue = holder();
    const { state } = venue.exchange;
    const isDue = (): boolean => dueUsers(state).some(({ account }) => account === a);
    const calm = (): void => void venue.apply({ kind: "tick" });
    calm();
    expect(isDue()).toBe(false);
    const commands = [
      { kind: "credit", account: a, coin: "USDT", amount: "1", purse: "contract" },
      { kind: "transfer", account: a, coin: "USDT", amount: "1", direction: "out" },
      { kind: "change-mode", account: a, pair: other.pair, mode: "fixed", leverageLong: 10, leverageShort: 10 },
      { kind: "change-margin", account: a, pair: other.pair, side: "long", amount: "1" },
    ] as const;
    for (const command of commands) {
      venue.apply(command);
      expect([command.kind, isDue()]).toEqual([command.kind, true]);
      calm();
      expect([command.kind, isDue()]).toEqual([command.kind, false]);
    }
    venue.place(a, { side: "open-long", quantity: "0.01", price: "39000" });
    expect(isDue()).toBe(true);
    calm();
    venue.trade(a, "close-long", b, "close-short", "0.1", "40000");
    expect(isDue()).toBe(true);
    calm();
    expect(isDue()).toBe(false);
  });
});
