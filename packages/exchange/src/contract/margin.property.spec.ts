import * as fc from "fast-check";
import { expect, it } from "vitest";
import { add, compare, fraction } from "../exact/fraction.js";
import { type Leg, liquidationThreshold, maintenance, shownThreshold, unrealised } from "./margin.js";
import { averagePrice, type ContractUnits, contractUnits, costOf } from "./units.js";

const units: Readonly<Record<"linear" | "inverse", ContractUnits>> = {
  linear: contractUnits("linear", 1, 4),
  inverse: contractUnits("inverse", 1, 0),
};

const price = fc.bigInt({ min: 1000n, max: 2_000_000n });
const leg = fc.record({
  quantity: fc.oneof(fc.constant(0n), fc.bigInt({ min: 1n, max: 1_000_000n })),
  at: price,
  tier: fc.bigInt({ min: 1n, max: 8n }),
});
const position = fc.record({
  kind: fc.constantFrom("linear" as const, "inverse" as const),
  long: leg,
  short: leg,
  /** Thousandths of what both sides cost. */
  backing: fc.bigInt({ min: 1n, max: 3000n }),
});

type Drawn = typeof leg extends fc.Arbitrary<infer Value> ? Value : never;

function legOf(kind: "linear" | "inverse", { quantity, at, tier }: Drawn): Leg {
  return { quantity, cost: costOf(units[kind], quantity, at), maintenanceRate: tier * 50_000_000n };
}

/** The slow way: what there is against what is needed at one price. */
function isUnderwater(one: ContractUnits, long: Leg, short: Leg, equity: bigint, at: bigint): boolean {
  const profit = add(unrealised(one, "long", long, at), unrealised(one, "short", short, at));
  const needed = add(maintenance(one, long, at), maintenance(one, short, at));
  return compare(add(fraction(equity), profit), needed) < 0;
}

it("a position is under water exactly beyond its liquidation price", () => {
  const seen = { below: 0, above: 0, none: 0 };
  fc.assert(
    fc.property(position, price, ({ kind, long, short, backing }, anywhere) => {
      const [one, l, s] = [units[kind], legOf(kind, long), legOf(kind, short)];
      if (l.quantity + s.quantity === 0n) {
        return;
      }
      const equity = ((l.cost + s.cost) * backing) / 1000n;
      const found = liquidationThreshold(one, l, s, equity);
      const under = (at: bigint): boolean => isUnderwater(one, l, s, equity, at);
      seen[found?.ends ?? "none"] += 1;
      if (found === undefined) {
        expect(under(anywhere)).toBe(under(1n));
        return;
      }
      const shown = shownThreshold(found);
      for (const at of [anywhere, shown - 1n, shown, shown + 1n].filter((value) => value > 0n)) {
        const beyond = compare(fraction(at), found.price) * (found.ends === "below" ? -1 : 1) > 0;
        expect(under(at)).toBe(beyond);
      }
    }),
    { numRuns: 3000 },
  );
  expect(Math.min(seen.below, seen.above, seen.none)).toBeGreaterThan(100);
});

it("an average price lies between the prices of its parts", () => {
  fc.assert(
    fc.property(fc.constantFrom("linear" as const, "inverse" as const), leg, leg, (kind, a, b) => {
      // A few dollars cost so little that rounding shows in the price.
      const large = [a, b].map(({ quantity, at }) => ({ quantity: quantity * 10_000n, at }));
      const parts = large.filter(({ quantity }) => quantity > 0n);
      const costs = parts.map(({ quantity, at }) => costOf(units[kind], quantity, at));
      if (parts.length < 2) {
        return;
      }
      const quantity = parts.reduce((sum, part) => sum + part.quantity, 0n);
      const average = averagePrice(
        units[kind],
        quantity,
        costs.reduce((sum, cost) => sum + cost, 0n),
      );
      const prices = parts.map(({ at }) => at).sort((x, y) => (x < y ? -1 : 1));
      const [minPrice = 0n, maxPrice = 0n] = prices;
      expect(compare(average, fraction(minPrice))).toBeGreaterThanOrEqual(0);
      // Inverse costs are rounded down, which raises the average by less than a price unit.
      expect(compare(average, fraction(maxPrice + 1n))).toBeLessThan(0);
    }),
    { numRuns: 1000 },
  );
});
