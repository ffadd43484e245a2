import * as fc from "fast-check";
import { expect, it } from "vitest";
import { divideDecimals } from "../numbers/exact.js";
import { account, availableOf, draft, holding, known, position, triggers } from "../spec-support/ticket-scene.js";
import type { Draft, TicketFacts } from "./draft.js";
import { objections } from "./ticket-rules.js";

it.each<[string, Partial<Draft>, Partial<TicketFacts>]>([
  ["an order of the largest amount", { quantity: "100" }, { maxOrderValue: "", account: undefined }],
  ["an order worth exactly the least that the venue takes", { quantity: "0.01", price: "100" }, {}],
  ["an order worth exactly the own limit", { quantity: "0.2", price: "47000" }, { maxOrderValue: "9400" }],
  ["an order that takes exactly what is available", { quantity: "0.2", price: "47000" }, availableOf("940")],
  ["an order whose margin nobody can tell", { quantity: "0.2" }, { backing: undefined, ...availableOf("0.1") }],
  ["an order of an account without the pricing coin", {}, { account: { ...account, assets: [] } }],
  ["a buy above the best ask by no more than 5 %", { price: "49455" }, {}],
  ["a sell below the best bid by no more than 5 %", { side: "open-short", price: "44745" }, {}],
  ["a buy far below it", { price: "30000" }, {}],
  ["a sell far above the best bid", { side: "open-short", price: "90000" }, {}],
  ["a limit order without a live book", { price: "90000" }, { meets: undefined, maxOrderValue: "" }],
  ["a limit order while the last price is not known", {}, { lastPrice: undefined }],
  ["a long with both triggers", triggers, {}],
  ["a short with both triggers", { side: "open-short", takeProfit: "46000", stopLoss: "48000" }, {}],
  ["a market order", { type: "market", price: "" }, {}],
  ["a market order beside the price that a limit order had", { type: "market", price: "dear" }, {}],
  ["an order that closes all of a position", { side: "close-long", quantity: "0.5" }, holding(position())],
  ["a closing order of little value", { side: "close-long", quantity: "0.0001", price: "100" }, sellsLow()],
  ["a closing order above the own limit", { side: "close-long" }, { maxOrderValue: "1", ...holding(position()) }],
  ["a closing order while trading is halted", { side: "close-long" }, { isHalted: true, ...holding(position()) }],
  [
    "a trigger however far from the best price",
    { type: "trigger", side: "close-short", price: "90000" },
    holding(position({ side: "short" })),
  ],
])("%s may be sent", (_, order, facts) => {
  expect(objections({ ...draft, ...order }, { ...known, ...facts })).toEqual([]);
});

/** A position that is sold at a price near to nothing. */
function sellsLow(): Partial<TicketFacts> {
  return { meets: "100", ...holding(position()) };
}

const amount = fc.integer({ min: 1, max: 3_000_000 }).map((n) => divideDecimals(String(n), "1000000", 6, "down"));
const priceText = fc.integer({ min: 1, max: 9_000_000 }).map((n) => divideDecimals(String(n), "100", 2, "down"));

it("a value that is offered for a wrong one is not refused for what the wrong one was", () => {
  fc.assert(
    fc.property(
      fc.record({
        side: fc.constantFrom("open-long", "open-short", "close-long", "close-short"),
        type: fc.constantFrom("limit", "market"),
        quantity: amount,
        price: priceText,
        takeProfit: fc.oneof(fc.constant(""), priceText),
        stopLoss: fc.oneof(fc.constant(""), priceText),
      }),
      fc.record({ meets: priceText, available: amount }),
      (order, { meets, available }) => {
        const facts = { ...known, meets, ...holding(position(), position({ side: "short", quantity: "0.3" })) };
        const held = {
          ...facts,
          account: { ...account, ...facts.account, assets: availableOf(available).account?.assets ?? [] },
        };
        const written: Draft = { ...draft, ...order };
        for (const { field, words, nearest } of objections(written, held)) {
          if (nearest !== undefined && field !== "limit") {
            const again = objections({ ...written, [field]: nearest }, held);
            expect(again.map((objection) => objection.words)).not.toContain(words);
          }
        }
      },
    ),
  );
});
