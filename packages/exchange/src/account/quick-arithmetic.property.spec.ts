import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { ContractState } from "../contract/contract-state.js";
import { initialMargin, maintenance, unrealised } from "../contract/margin.js";
import { costOf, fineCostOf, fineTradeValue, tradeValue } from "../contract/units.js";
import {
  add,
  compare,
  divideDown,
  divideUp,
  type Fraction,
  fraction,
  max,
  negate,
  roundDown,
  roundUp,
} from "../exact/fraction.js";
import { divideWhole, partDown, partUp, product, toBigint, toPlain } from "../exact/plain.js";
import { Exchange } from "../exchange.js";
import { createRecord } from "../order/admit.js";
import { addOrder, holdWaiting, takeTraded } from "../order/hold.js";
import { opens } from "../order/order-record.js";
import { inverseMarket, linearMarket } from "../spec-support/venue-kit.js";
import type { ExchangeState } from "../state/exchange-state.js";
import { coinAccounts, userOf, venueAccounts } from "./accounts.js";
import { isUsable, usable } from "./cover.js";
import { crossFunds } from "./cross-equity.js";
import { isFarAbove } from "./far-above.js";
import { legOf } from "./legs.js";
import { holdingSiteOf } from "./sites.js";
import { maintenanceGrowth, standingOf } from "./standing.js";
import { type Holding, positionOf, sidesOf, type UserState } from "./user.js";

// What is asked many times in every order has a quick way. Here each is held against the arithmetic that it stands for.

const account = 2001;
const terms = { riskBase: 10_000, riskStep: 10_000, maintenanceRate: 50_000_000 };
const markets = [
  { ...linearMarket, terms: { ...linearMarket.terms, ...terms } },
  { ...linearMarket, pair: "4ETH_USDT", priceScale: 2, quantityScale: 3, terms: { ...linearMarket.terms, ...terms } },
  { ...inverseMarket, terms: { ...inverseMarket.terms, ...terms } },
].map((one) => one as typeof linearMarket);

const price = fc.integer({ min: 300_000, max: 600_000 });
const side = fc.record({
  quantity: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 100_000 })),
  at: price,
  leverage: fc.integer({ min: 1, max: 100 }),
});
const order = fc.record({
  side: fc.constantFrom("open-long" as const, "open-short" as const, "close-long" as const, "close-short" as const),
  at: price,
  quantity: fc.integer({ min: 1, max: 5000 }),
  filled: fc.integer({ min: 0, max: 5000 }),
});
const held = fc.record({ long: side, short: side, mark: price, orders: fc.array(order, { maxLength: 6 }) });
const drawn = fc.record({
  held: fc.tuple(held, held, held),
  cash: fc.bigInt({ min: 0n, max: 10n ** 17n }),
  owed: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 10n ** 15n })),
});

type Drawn = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never;

interface Scene {
  readonly state: ExchangeState;
  readonly user: UserState;
  readonly contracts: readonly (readonly [ContractState, Holding])[];
}

/** An account that holds and waits for what was drawn, with margins for it. */
function scene({ held: all, cash, owed }: Drawn): Scene {
  const { state } = new Exchange({ seed: 1, markets });
  const user = userOf(state, account);
  const contracts = [...state.markets.values()].flatMap((market, i) => {
    const { contract } = market;
    const one = all[i];
    if (contract === undefined || one === undefined) {
      return [];
    }
    const site = holdingSiteOf(state, { market, contract }, account);
    const { world } = venueAccounts(state, site.holding.coin);
    contract.mark.price = one.mark;
    for (const position of sidesOf(site.holding)) {
      const { quantity, at, leverage } = one[position.side];
      const cost = costOf(contract.units, BigInt(quantity), BigInt(at));
      Object.assign(position, { quantity, cost, leverage });
      state.ledger.post(world, position.margin, initialMargin(cost, leverage));
    }
    const isPossible = ({ side: wanted, quantity }: (typeof one.orders)[number]): boolean =>
      opens(wanted) || quantity <= positionOf(site.holding, wanted).quantity;
    for (const { at, filled, ...wish } of one.orders.filter(isPossible)) {
      const command = {
        kind: "place-order",
        type: "limit",
        account,
        pair: market.market.pair,
        price: at,
        ...wish,
      } as const;
      const record = createRecord(state, site, command, { source: "api", attachment: undefined, frozen: 0n });
      addOrder(site, record);
      holdWaiting(site, record);
      record.filled = Math.min(filled, wish.quantity - 1);
      takeTraded(site, record, record.filled);
    }
    return [[contract, site.holding] as const];
  });
  for (const coin of ["USDT", "BTC"]) {
    const { free, debt } = coinAccounts(state, user, coin);
    state.ledger.post(venueAccounts(state, coin).world, free, cash);
    state.ledger.post(debt, venueAccounts(state, coin).world, owed);
  }
  return { state, user, contracts };
}

/** The general way, side by side and step by step. */
function slowStanding({ terms: rules, units, mark }: ContractState, holding: Holding): [Fraction, Fraction] {
  let [profit, needed] = [fraction(0n), fraction(0n)];
  for (const position of sidesOf(holding)) {
    const leg = legOf(rules, position);
    profit = add(profit, unrealised(units, position.side, leg, BigInt(mark.price)));
    needed = add(needed, maintenance(units, leg, BigInt(mark.price)));
  }
  return [profit, needed];
}

it("quick standings and values are those of the general arithmetic", () => {
  fc.assert(
    fc.property(drawn, fc.nat({ max: 50_000 }), (all, other) => {
      for (const [contract, holding] of scene(all).contracts) {
        const { units, mark, terms: rules } = contract;
        const quick = standingOf(contract, holding);
        const [profit, needed] = slowStanding(contract, holding);
        expect([compare(quick.profit, profit), compare(quick.maintenance, needed)]).toEqual([0, 0]);
        const at = BigInt(mark.price);
        const asked = (quantity: number): Fraction => maintenance(units, legOf(rules, { quantity, cost: 0n }), at);
        const growth = add(asked(other), negate(asked(holding.long.quantity)));
        expect(compare(maintenanceGrowth(contract, holding.long.quantity, other), growth)).toBe(0);
        const value = costOf(units, BigInt(other), at);
        expect(tradeValue(units, other, mark.price)).toBe(value);
        expect(fineTradeValue(units, other, mark.price, value)).toBe(fineCostOf(units, BigInt(other), at));
      }
    }),
    { numRuns: 300 },
  );
});

it("plain numbers divide and multiply as bigints do, up to the last safe integer", () => {
  const safe = fc.oneof(
    fc.maxSafeNat(),
    fc.nat(),
    fc.integer({ min: 0, max: 9 }).map((n) => Number.MAX_SAFE_INTEGER - n),
  );
  fc.assert(
    fc.property(safe, safe, fc.bigInt(), (left, right, any) => {
      expect(product(left, right)).toBe(BigInt(left) * BigInt(right));
      expect(product(-left, right)).toBe(-BigInt(left) * BigInt(right));
      if (right > 0) {
        expect(divideWhole(left, right)).toBe(Number(BigInt(left) / BigInt(right)));
        const by = BigInt(right);
        const down = divideDown(any, by);
        expect(down * by <= any && (down + 1n) * by > any).toBe(true);
        expect(divideUp(any, by)).toBe(-divideDown(-any, by));
      }
    }),
    { numRuns: 2000 },
  );
});

it("parts of amounts are those of bigints, and so is the way from one kind of number to the other", () => {
  const small = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 10 ** 12 }));
  const amount = fc.oneof(
    fc.bigInt({ min: 0n, max: 10n ** 15n }),
    fc.bigInt({ min: 2n ** 53n - 4n, max: 2n ** 53n + 4n }),
    fc.bigInt({ min: 2n ** 63n - 4n, max: 2n ** 63n + 4n }),
    fc.bigInt(),
  );
  const seen = { plain: 0, even: 0, large: 0 };
  fc.assert(
    fc.property(amount, small, small, fc.maxSafeInteger(), (any, part, whole, integer) => {
      const [times, by] = [BigInt(part), BigInt(whole)];
      // An even share too: what is left over is where rounding differs.
      for (const one of [any, -any, any * by]) {
        expect(partDown(one, part, whole)).toBe(divideDown(one * times, by));
        expect(partUp(one, part, whole)).toBe(divideUp(one * times, by));
        seen.even += (one * times) % by === 0n ? 1 : 0;
        seen[one * times <= BigInt(Number.MAX_SAFE_INTEGER) && one >= 0n ? "plain" : "large"] += 1;
        expect(toPlain(one)).toBe(Number(one));
      }
      expect(toBigint(integer)).toBe(BigInt(integer));
    }),
    { numRuns: 3000 },
  );
  expect(Math.min(seen.plain, seen.even, seen.large)).toBeGreaterThan(200);
});

it("who is told that he has far more than he needs has more by exact arithmetic, however close it is", () => {
  const seen = { yes: 0, no: 0, close: 0 };
  const needed = fc.bigInt({ min: -3n, max: 3n });
  fc.assert(
    fc.property(drawn, needed, fc.bigInt({ min: 1n, max: 10n ** 8n }), (all, nudge, far) => {
      const { state, user, contracts } = scene(all);
      const accounts = coinAccounts(state, user, "USDT");
      let [worth, asked] = [fraction(crossFunds(state, user, "USDT")), fraction(0n)];
      let initial = 0n;
      for (const [contract, holding] of contracts.filter(([, { coin }]) => coin === "USDT")) {
        const [profit, maintained] = slowStanding(contract, holding);
        worth = add(worth, profit);
        asked = add(asked, maintained);
        initial += sidesOf(holding).reduce((sum, { cost, leverage }) => sum + initialMargin(cost, leverage), 0n);
      }
      const beyond = { maintenance: roundUp(asked), initial: max(initial, roundUp(asked)) };
      for (const margins of ["maintenance", "initial"] as const) {
        const left = roundDown(worth) - beyond[margins];
        for (const amount of [left + nudge, left - far, left + far].filter((one) => one >= 0n)) {
          const isFar = isFarAbove(state, user, accounts, { needed: Number(amount), margins });
          seen[isFar ? "yes" : "no"] += 1;
          seen.close += amount === left + nudge ? 1 : 0;
          expect(isFar && BigInt(Number(amount)) > left).toBe(false);
          expect(isFar || left - amount < 10n ** 9n).toBe(true);
        }
      }
    }),
    { numRuns: 1000 },
  );
  expect(Math.min(seen.yes, seen.no, seen.close)).toBeGreaterThan(200);
});

it("an amount can be used if it is not above what is usable, to the last digit", () => {
  const seen = { yes: 0, no: 0 };
  fc.assert(
    fc.property(drawn, fc.bigInt({ min: -2n, max: 2n }), fc.bigInt({ min: 0n, max: 10n ** 17n }), (all, nudge, any) => {
      const { state, user } = scene({ ...all, owed: 0n });
      for (const coin of ["USDT", "BTC"]) {
        const most = usable(state, user, coin);
        for (const amount of [most + nudge, any].filter((one) => one >= 0n)) {
          seen[amount <= most ? "yes" : "no"] += 1;
          expect(isUsable(state, user, coinAccounts(state, user, coin), amount)).toBe(amount <= most);
        }
      }
    }),
    { numRuns: 500 },
  );
  expect(Math.min(seen.yes, seen.no)).toBeGreaterThan(200);
});
