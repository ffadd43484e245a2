import * as fc from "fast-check";
import { expect, it } from "vitest";
import { addDecimals, compareDecimal, divideDecimals, multiplyDecimals } from "../numbers/exact.js";
import { account, draft, known, position } from "../spec-support/ticket-scene.js";
import type { Draft, TicketFacts } from "./draft.js";
import { type Costs, costsOf } from "./ticket-costs.js";

it("says exactly what an order costs", () => {
  expect(costsOf({ ...draft, takeProfit: "48000", stopLoss: "46000" }, known)).toEqual({
    value: "470",
    margin: "47",
    fee: "0.094",
    feeKind: "maker",
    positionAfter: "0.01",
    liquidation: "42300",
    availableAfter: "952.906",
  });
  expect(costsOf({ ...draft, type: "market", price: "" }, known)).toEqual({
    value: "471",
    margin: "47.1",
    fee: "0.2826",
    feeKind: "taker",
    positionAfter: "0.01",
    liquidation: "42390",
    availableAfter: "952.6174",
  });
});

const nothing: Omit<Costs, "feeKind"> = {
  value: undefined,
  margin: undefined,
  fee: undefined,
  positionAfter: undefined,
  liquidation: undefined,
  availableAfter: undefined,
};

it.each<[string, Partial<Draft>, Partial<TicketFacts>]>([
  ["an amount that cannot be read", { quantity: "1e3" }, {}],
  ["an amount of nothing", { quantity: "0" }, {}],
  ["an amount below nothing", { quantity: "-1" }, {}],
  ["a price that cannot be read", { price: "dear" }, {}],
  ["a pair of which nothing is known", {}, { facts: undefined }],
])("nothing is told of %s", (_, order, facts) => {
  expect(costsOf({ ...draft, ...order }, { ...known, ...facts })).toEqual({ ...nothing, feeKind: "maker" });
});

it("nothing is told of a market order that meets nobody, where no trade is known either", () => {
  const market = { ...draft, type: "market" } as const;
  expect(costsOf(market, { ...known, meets: undefined, lastPrice: undefined })).toEqual({
    ...nothing,
    feeKind: "taker",
  });
  expect(costsOf(market, { ...known, meets: undefined })).toMatchObject({ value: "470.9" });
});

it.each<[string, Partial<Draft>, Partial<TicketFacts>, Costs["feeKind"]]>([
  ["a buy below the best ask", { price: "47099.9" }, {}, "maker"],
  ["a buy at the best ask", { price: "47100.0" }, {}, "taker"],
  ["a buy above it", { price: "47100.1" }, {}, "taker"],
  ["a sell above the best bid", { side: "open-short", price: "47100.1" }, {}, "maker"],
  ["a sell at the best bid", { side: "open-short", price: "47100" }, {}, "taker"],
  ["a sell below it", { side: "close-long", price: "47000" }, {}, "taker"],
  ["a buy that closes, above the best ask", { side: "close-short", price: "48000" }, {}, "taker"],
  ["a buy while no book is live", { price: "90000" }, { meets: undefined }, "maker"],
  ["a trigger, wherever it stands", { side: "close-long", type: "trigger", price: "90000" }, {}, "taker"],
])("%s pays the fee of whom it is", (_, order, facts, kind) => {
  const { feeKind, fee, value } = costsOf({ ...draft, ...order }, { ...known, ...facts });
  expect(feeKind).toBe(kind);
  expect(fee).toBe(multiplyDecimals(value ?? "", kind === "maker" ? "0.0002" : "0.0006"));
});

it("fees and margins are rounded up, in the account's disfavour", () => {
  const { fee, margin } = costsOf(
    { ...draft, quantity: "0.0001", price: "0.0001" },
    { ...known, backing: { mode: "fixed", long: "3", short: "1" } },
  );
  expect([fee, margin]).toEqual(["0.0000000001", "0.0000000034"]);
});

it.each<[string, Partial<Draft>, string]>([
  ["opening adds to what is held", {}, "0.51"],
  ["closing takes from what is held", { side: "close-long" }, "0.49"],
  ["a short stands for itself", { side: "open-short" }, "0.31"],
  ["closing a short takes from the short", { side: "close-short" }, "0.29"],
  ["a pair without a position begins with nothing", { pair: "4SOL_USDT" }, "0.01"],
])("%s", (_, order, after) => {
  const positions = [
    position({ pair: "4ETH_USDT", quantity: "9" }),
    position(),
    position({ side: "short", quantity: "0.3" }),
  ];
  expect(costsOf({ ...draft, ...order }, { ...known, account: { ...account, positions } }).positionAfter).toBe(after);
});

it.each<[string, Partial<Draft>, Partial<TicketFacts>]>([
  ["closes", { side: "close-long" }, {}],
  ["is of a pair whose leverage is not known", {}, { backing: undefined }],
  ["has no leverage on its side", {}, { backing: { mode: "fixed", long: "", short: "10" } }],
  ["has a leverage of nothing on its side", {}, { backing: { mode: "fixed", long: "0", short: "10" } }],
])("an order that %s takes no margin that could be told", (_, order, facts) => {
  expect(costsOf({ ...draft, ...order }, { ...known, ...facts })).toMatchObject({
    value: "470",
    margin: undefined,
    liquidation: undefined,
    availableAfter: undefined,
  });
});

it("each side has its own leverage", () => {
  const backing = { mode: "fixed", long: "10", short: "4" } as const;
  expect(costsOf(draft, { ...known, backing })).toMatchObject({ margin: "47", liquidation: "42300" });
  expect(costsOf({ ...draft, side: "open-short" }, { ...known, backing })).toMatchObject({
    margin: "117.5",
    liquidation: "58750",
    availableAfter: "882.218",
  });
});

it("a liquidation price is estimated for margin of its own alone, and rounded to the safe side", () => {
  const backing = { mode: "fixed", long: "7", short: "7" } as const;
  expect(costsOf(draft, { ...known, backing }).liquidation).toBe("40285.8");
  expect(costsOf({ ...draft, side: "open-short" }, { ...known, backing }).liquidation).toBe("53714.2");
  expect(costsOf(draft, { ...known, backing: { ...backing, mode: "cross" } })).toMatchObject({
    margin: "67.1428571429",
    liquidation: undefined,
  });
});

it("what an account that is not known would have after is not told", () => {
  expect(costsOf(draft, { ...known, account: undefined })).toMatchObject({
    margin: "47",
    positionAfter: undefined,
    availableAfter: undefined,
  });
});

const cents = fc.integer({ min: 1, max: 9_000_000 }).map((n) => divideDecimals(String(n), "100", 2, "down"));

it("margin times leverage covers the value, and no account loses more than margin and fee", () => {
  fc.assert(
    fc.property(
      fc.record({ quantity: cents, price: cents, side: fc.constantFrom("open-long", "open-short") }),
      fc.integer({ min: 1, max: 125 }).map(String),
      (order, leverage) => {
        const backing = { mode: "fixed", long: leverage, short: leverage } as const;
        const { value, margin, fee, availableAfter } = costsOf({ ...draft, ...order }, { ...known, backing });
        expect(value).toBe(multiplyDecimals(order.quantity, order.price));
        expect(compareDecimal(multiplyDecimals(margin ?? "", leverage), value ?? "")).toBeGreaterThanOrEqual(0);
        expect(compareDecimal(addDecimals(addDecimals(availableAfter ?? "", margin ?? ""), fee ?? ""), "1000")).toBe(0);
      },
    ),
  );
});
