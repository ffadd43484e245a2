import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fillFromQuery } from "./account-records.js";
import { IdAgreement } from "./once-ledger.js";
import { OrderFills } from "./order-fills.js";
import { as, pushedFill, queriedFill, type VenueFill, type VenueOrder } from "./scripted-records.spec-kit.js";

const order: VenueOrder = {
  id: "1",
  pair: "4BTC_USDT",
  side: "open-long",
  quantity: 99,
  createdAtMs: 1,
  updatedAtMs: 1,
  status: "filled",
  fills: [],
};

/** What the venue tells: the push of a trade, or an answer with all trades up to one. */
interface Word {
  readonly what: "push" | "answer";
  readonly nth: number;
}

const history = fc.record({
  ids: fc.constantFrom("same", "different"),
  size: fc.constantFrom("sized", "sizeless"),
  // Many look alike: the same price and quantity, often within one millisecond.
  trades: fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 2 }),
      price: fc.integer({ min: 100, max: 101 }),
      pauseMs: fc.constantFrom(0, 1),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  words: fc.array(fc.record({ what: fc.constantFrom("push", "answer"), nth: fc.nat(4) }), { maxLength: 12 }),
});

test("whatever is pushed and answered, in whatever order and how often: each trade is delivered once in the end", () => {
  fc.assert(
    fc.property(history, ({ ids, size, trades, words }) => {
      const fills = new OrderFills(new IdAgreement());
      let atMs = 10;
      const told = trades.map(({ quantity, price, pauseMs }, at): VenueFill => {
        atMs += pauseMs;
        return { pushedId: `${at}`, queriedId: ids === "same" ? `${at}` : `q${at}`, quantity, price, atMs };
      });
      const delivered: string[] = [];
      const faceOf = ({ dealPrice, dealQuantity, createdAtMs }: ReturnType<typeof fillFromQuery>) =>
        `${Number(dealPrice)} ${Number(dealQuantity)} ${createdAtMs}`;
      const take = ({ what, nth }: Word): void => {
        if (what === "push") {
          const fill = fills.push(pushedFill(order, told[nth % told.length] as VenueFill, size));
          delivered.push(...(fill === undefined ? [] : [faceOf(fill)]));
        } else {
          const shown = told.slice(0, (nth % told.length) + 1).toReversed();
          const answer = shown.map((one) => fillFromQuery(as("1"), queriedFill(order, one)));
          delivered.push(...fills.answer(answer, "complete").map(faceOf));
        }
      };
      words.forEach(take);
      take({ what: "answer", nth: told.length - 1 });
      for (const nth of told.keys()) {
        take({ what: "push", nth });
      }
      const quantity = trades.reduce((sum, one) => sum + one.quantity, 0);
      expect(delivered.toSorted()).toEqual(told.map((one) => `${one.price} ${one.quantity} ${one.atMs}`).toSorted());
      expect([fills.count, Number(fills.quantity), fills.waiting]).toEqual([trades.length, quantity, 0]);
      expect(fills.isComplete(String(quantity), trades.length)).toBe(true);
      expect(fills.isComplete(String(quantity), trades.length + 1)).toBe(false);
      expect(fills.isComplete(`${quantity}.5`, undefined)).toBe(false);
    }),
    { numRuns: 300 },
  );
});
