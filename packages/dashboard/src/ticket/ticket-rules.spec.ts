import { expect, it } from "vitest";
import { pair } from "../data/settings.js";
import type { Draft, TicketFacts } from "./draft.js";
import { orderWords } from "./order-words.js";
import { costsOf } from "./ticket-costs.js";
import { objections, requestOf } from "./ticket-rules.js";
import * as ticket from "./ticket-state.js";

const draft: Draft = {
  pair: "4BTC_USDT",
  side: "open-long",
  type: "limit",
  quantity: "0.01",
  price: "47000",
  takeProfit: "",
  stopLoss: "",
};

const known: TicketFacts = {
  facts: {
    pair: "4BTC_USDT",
    unit: "0.0001",
    priceScale: 1,
    quantityScale: 4,
    makerFeeRate: "0.0002",
    takerFeeRate: "0.0006",
    maxOrderQuantity: "100",
    maxPositionQuantity: "100",
    maxLeverage: "100",
  },
  backing: { mode: "fixed", long: "10", short: "10" },
  account: {
    freshness: { kind: "fresh" },
    assets: [
      { coin: "USDT", available: "1000", fixedFrozen: "0", crossFrozen: "0", fixedMargin: "0", crossMargin: "0" },
    ],
    positions: [],
    orders: [],
    finished: [],
    planOrders: [],
  },
  meets: "47100",
  lastPrice: "47090",
  maxOrderValue: "10000",
  link: "live",
  isHalted: false,
};

const long = { takeProfit: "48000", stopLoss: "46000" };

it.each<[string, Partial<Draft>, Partial<TicketFacts>, string, string | undefined]>([
  ["no amount", { quantity: "" }, {}, "quantity", undefined],
  ["an amount off the grid", { quantity: "0.00125" }, {}, "quantity", "0.0012"],
  ["an amount below the unit", { quantity: "0.00001" }, {}, "quantity", "0.0001"],
  ["an amount that is no number", { quantity: "1e3" }, {}, "quantity", undefined],
  ["an amount beyond the largest", { quantity: "101" }, { maxOrderValue: "" }, "quantity", "100"],
  ["a price off the grid", { price: "47000.15" }, {}, "price", "47000.1"],
  ["no price", { price: "" }, {}, "price", undefined],
  ["a buy far above the best ask", { price: "49455.1" }, {}, "price", "47100"],
  ["a sell far below the best bid", { side: "open-short", price: "44744.9" }, {}, "price", "47100"],
  ["a stop-loss alone", { stopLoss: "46000" }, {}, "takeProfit", undefined],
  ["a stop-loss on the wrong side", { ...long, stopLoss: "47500" }, {}, "stopLoss", "46999.9"],
  ["a take-profit on the wrong side", { ...long, takeProfit: "46000" }, {}, "takeProfit", "47000.1"],
  ["a closing order with a stop-loss", { ...long, side: "close-long" }, {}, "takeProfit", undefined],
  ["a closing order without a position", { side: "close-long" }, {}, "quantity", undefined],
  ["a market order without a live book", { type: "market" }, { meets: undefined }, "type", undefined],
  ["an order above the own limit", { quantity: "0.3" }, {}, "limit", undefined],
  ["an order that costs more than there is", { quantity: "0.25" }, { maxOrderValue: "" }, "quantity", "0.2127"],
  ["an order worth nearly nothing", { quantity: "0.0001", price: "100" }, {}, "quantity", "0.01"],
  ["an order while nobody answers", {}, { link: "silent" }, "limit", undefined],
  ["an opening order while trading is halted", {}, { isHalted: true }, "side", undefined],
  ["a pair of which nothing is known", {}, { facts: undefined }, "pair", undefined],
])("%s is refused, with the nearest right value", (_, wrong, facts, field, nearest) => {
  const found = objections({ ...draft, ...wrong }, { ...known, ...facts });
  const first = found.find((objection) => objection.field === field);
  expect(first).toMatchObject({ words: expect.stringMatching(/\w+ \w+/) });
  expect(first?.nearest).toBe(nearest);
});

it("says exactly what an order costs", () => {
  expect(objections({ ...draft, ...long }, known)).toEqual([]);
  expect(costsOf({ ...draft, ...long }, known)).toEqual({
    value: "470",
    margin: "47",
    fee: "0.094",
    feeKind: "maker",
    positionAfter: "0.01",
    liquidation: "42300",
    availableAfter: "952.906",
  });
  expect(costsOf({ ...draft, type: "market", price: "" }, known)).toMatchObject({
    value: "471",
    fee: "0.2826",
    feeKind: "taker",
  });
});

it("sends what it shows", () => {
  const { path, body } = requestOf({ ...draft, ...long }, known);
  expect(path).toBe("/orders");
  expect(body).toEqual({
    pair: "4BTC_USDT",
    side: "open-long",
    type: "limit",
    quantity: "0.01",
    price: "47000",
    attachedOrderType: "market",
    takeProfitTriggerPrice: "48000",
    stopLossTriggerPrice: "46000",
  });
  expect(requestOf({ ...draft, type: "market" }, known).body).not.toHaveProperty("price");
});

it.each([
  ["close-long", "48000", 1, 1],
  ["close-long", "46000", 1, 2],
  ["close-short", "46000", 2, 1],
  ["close-short", "48000", 2, 2],
] as const)("a trigger that is to %s at %s is sent as a plan order", (side, price, position, plan) => {
  const { path, body, repeats } = requestOf({ ...draft, side, type: "trigger", price }, known);
  expect(path).toBe("/v3/cbu/order/planOpen");
  expect(body).toMatchObject({ trigger_price: price, amount: "0.01", side: position, plan_type: plan });
  // Nothing makes a repeat of it harmless.
  expect(repeats).toBe(false);
});

it.each<[string, Partial<Draft>]>([
  ["a buy above the best ask by no more than 5 %", { price: "49455" }],
  ["a buy far below it", { price: "30000" }],
  ["a sell far above the best bid", { side: "open-short", price: "90000" }],
])("%s may be sent", (_, order) => {
  expect(objections({ ...draft, ...order }, known)).toEqual([]);
});

it("says how far a price is from the best one", () => {
  const [found] = objections({ ...draft, price: "60000" }, known);
  expect(found?.words).toBe("The price is more than 5 % above the best ask, 47100");
});

it.each<[Partial<Draft>, string]>([
  [long, "open long 0.01 BTC/USDT at 47 000, worth 470 USDT, take-profit 48 000, stop-loss 46 000"],
  [{ pair: "4ETH_USDT", price: "1700.5" }, "open long 0.01 ETH/USDT at 1 700.5, worth 17.005 USDT"],
  [{ type: "market", price: "" }, "open long 0.01 BTC/USDT at the market, worth about 471 USDT"],
  [
    { side: "close-long", type: "trigger", price: "46000" },
    "close long 0.01 BTC/USDT at the market once 46 000 is reached, worth about 460 USDT",
  ],
])("an order is reviewed with everything that is sent: %o", (order, words) => {
  const written = { ...draft, ...order };
  expect(orderWords(written, costsOf(written, known).value).replaceAll("\u202f", " ")).toBe(words);
});

it("what was written for one pair is not kept for another", () => {
  ticket.followPair();
  pair.value = "4BTC_USDT";
  const empty = { quantity: "", price: "", takeProfit: "", stopLoss: "" };
  ticket.quantity.value = "0.01";
  ticket.price.value = "47000";
  ticket.takeProfit.value = "48000";
  ticket.stopLoss.value = "46000";
  ticket.phase.value = "reviewing";
  expect(ticket.draft.value).toMatchObject({ pair: "4BTC_USDT", price: "47000" });
  pair.value = "4ETH_USDT";
  expect(ticket.draft.value).toMatchObject({ pair: "4ETH_USDT", ...empty });
  expect(ticket.phase.value).toBe("writing");
});
