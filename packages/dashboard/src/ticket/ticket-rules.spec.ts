import { expect, it } from "vitest";
import { account, draft, factsWith, holding, known, position, triggers } from "../spec-support/ticket-scene.js";
import type { Draft, TicketFacts } from "./draft.js";
import { type Objection, objections } from "./ticket-rules.js";

const noNumber = { field: "quantity", words: "The amount must be a number above 0" } as const;
const noPrice = { field: "price", words: "The price must be a number above 0" } as const;
const nothingToClose = { field: "quantity", words: "There is no long position left to close" } as const;
const tooDear = "above your limit of 10000: change the limit below, or the amount";

it.each<[string, Partial<Draft>, Partial<TicketFacts>, Objection]>([
  ["no amount", { quantity: "" }, {}, { field: "quantity", words: "Say how much", isMissing: true }],
  [
    "an amount off the grid",
    { quantity: "0.00125" },
    {},
    { field: "quantity", words: "The amount must be a multiple of 0.0001", nearest: "0.0012" },
  ],
  [
    "an amount below the unit",
    { quantity: "0.05" },
    factsWith({ unit: "0.1" }),
    { field: "quantity", words: "The amount must be a multiple of 0.1", nearest: "0.1" },
  ],
  ["an amount that is no number", { quantity: "1e3" }, {}, noNumber],
  ["an amount of nothing", { quantity: "0.0000" }, {}, noNumber],
  ["an amount below nothing", { quantity: "-0.01" }, {}, noNumber],
  [
    "an amount beyond the largest",
    { quantity: "100.0001" },
    { maxOrderValue: "", account: undefined },
    { field: "quantity", words: "One order may be of 100 at most", nearest: "100" },
  ],
  [
    "a price off the grid",
    { price: "47000.15" },
    {},
    { field: "price", words: "The price must be a multiple of 0.1", nearest: "47000.1" },
  ],
  [
    "a price with decimals where there are none",
    { price: "47000.5" },
    factsWith({ priceScale: 0 }),
    { field: "price", words: "The price must be a multiple of 1", nearest: "47000" },
  ],
  [
    "no price",
    { price: "" },
    {},
    { field: "price", words: "Say at which price: click one in the ladder", isMissing: true },
  ],
  [
    "no price of an order with triggers, which no trigger can be held against",
    { ...triggers, price: "" },
    {},
    { field: "price", words: "Say at which price: click one in the ladder", isMissing: true },
  ],
  ["a price that is no number", { price: "dear" }, {}, noPrice],
  ["a price of nothing", { price: "0", side: "close-long" }, holding(position()), noPrice],
  [
    "a buy far above the best ask",
    { price: "49455.1" },
    {},
    { field: "price", words: "The price is more than 5 % above the best ask, 47100", nearest: "47100" },
  ],
  [
    "a sell far below the best bid",
    { side: "open-short", price: "44744.9" },
    {},
    { field: "price", words: "The price is more than 5 % below the best bid, 47100", nearest: "47100" },
  ],
  [
    "a buy that closes far above the best ask",
    { side: "close-short", price: "60000" },
    holding(position({ side: "short" })),
    { field: "price", words: "The price is more than 5 % above the best ask, 47100", nearest: "47100" },
  ],
  [
    "a stop-loss alone",
    { stopLoss: "46000" },
    {},
    { field: "takeProfit", words: "The venue attaches a take-profit and a stop-loss together: give both or none" },
  ],
  [
    "a take-profit alone",
    { takeProfit: "48000" },
    {},
    { field: "stopLoss", words: "The venue attaches a take-profit and a stop-loss together: give both or none" },
  ],
  [
    "a stop-loss on the wrong side",
    { ...triggers, stopLoss: "47500" },
    {},
    { field: "stopLoss", words: "The stop-loss of a long must be below 47000", nearest: "46999.9" },
  ],
  [
    "a take-profit on the wrong side",
    { ...triggers, takeProfit: "46000" },
    {},
    { field: "takeProfit", words: "The take-profit of a long must be above 47000", nearest: "47000.1" },
  ],
  [
    "a take-profit at the price itself",
    { ...triggers, takeProfit: "47000" },
    {},
    { field: "takeProfit", words: "The take-profit of a long must be above 47000", nearest: "47000.1" },
  ],
  [
    "a stop-loss at the price itself",
    { ...triggers, stopLoss: "47000.0" },
    {},
    { field: "stopLoss", words: "The stop-loss of a long must be below 47000", nearest: "46999.9" },
  ],
  [
    "a short's take-profit above its price",
    { side: "open-short", takeProfit: "47500", stopLoss: "48000" },
    {},
    { field: "takeProfit", words: "The take-profit of a short must be below 47000", nearest: "46999.9" },
  ],
  [
    "a short's stop-loss below its price",
    { side: "open-short", takeProfit: "46000", stopLoss: "46500" },
    {},
    { field: "stopLoss", words: "The stop-loss of a short must be above 47000", nearest: "47000.1" },
  ],
  [
    "a stop-loss below which no price is left",
    { quantity: "50", price: "0.1", takeProfit: "1", stopLoss: "1" },
    {},
    { field: "stopLoss", words: "The stop-loss of a long must be below 0.1" },
  ],
  [
    "a stop-loss beyond what a market order would meet",
    { type: "market", ...triggers, stopLoss: "47100.1" },
    {},
    { field: "stopLoss", words: "The stop-loss of a long must be below 47100", nearest: "47099.9" },
  ],
  [
    "a take-profit off the grid",
    { ...triggers, takeProfit: "48000.25" },
    {},
    { field: "takeProfit", words: "The take-profit must be a multiple of 0.1", nearest: "48000.2" },
  ],
  [
    "a stop-loss off the grid, on the wrong side as well",
    { ...triggers, stopLoss: "48000.25" },
    {},
    { field: "stopLoss", words: "The stop-loss must be a multiple of 0.1", nearest: "48000.2" },
  ],
  [
    "a take-profit that is no price",
    { ...triggers, takeProfit: "much" },
    {},
    { field: "takeProfit", words: "The take-profit must be a price above 0" },
  ],
  [
    "a stop-loss of nothing",
    { ...triggers, stopLoss: "0" },
    {},
    { field: "stopLoss", words: "The stop-loss must be a price above 0" },
  ],
  [
    "a closing order with a stop-loss",
    { ...triggers, side: "close-long" },
    holding(position()),
    { field: "takeProfit", words: "Only an order that opens can carry a take-profit and a stop-loss" },
  ],
  ["a closing order without a position", { side: "close-long" }, {}, nothingToClose],
  ["a closing order of an account that is not known", { side: "close-long" }, { account: undefined }, nothingToClose],
  [
    "a closing order beside positions of another side and another pair",
    { side: "close-long" },
    holding(position({ side: "short" }), position({ pair: "4ETH_USDT" })),
    nothingToClose,
  ],
  [
    "a closing order where all is being closed",
    { side: "close-long" },
    holding(position({ closableQuantity: "0.0" })),
    nothingToClose,
  ],
  [
    "a closing order of more than is left to close",
    { side: "close-short", quantity: "0.4001" },
    holding(position({ side: "short", closableQuantity: "0.4" })),
    { field: "quantity", words: "The position has 0.4 left to close", nearest: "0.4" },
  ],
  [
    "a market order without a live book",
    { type: "market" },
    { meets: undefined },
    {
      field: "type",
      words: "The book is not live: nobody can tell what a market order would meet. A limit order may be sent",
    },
  ],
  [
    "a trigger while the last price is not known",
    { type: "trigger", side: "close-long" },
    { lastPrice: undefined, ...holding(position()) },
    { field: "type", words: "The last price is not known: nobody can tell on which side of it the trigger is" },
  ],
  [
    "an order above the own limit",
    { quantity: "0.2128" },
    { account: undefined },
    { field: "limit", words: `The order is worth 10001.6 USDT, ${tooDear}` },
  ],
  [
    "an order that costs more than there is",
    { quantity: "0.25" },
    { maxOrderValue: "" },
    { field: "quantity", words: "It takes 1175 USDT of margin; 1000 is available", nearest: "0.2127" },
  ],
  [
    "a short that costs more than there is, at its own leverage",
    { side: "open-short", quantity: "0.25" },
    { maxOrderValue: "", backing: { mode: "cross", long: "100", short: "5" } },
    { field: "quantity", words: "It takes 2350 USDT of margin; 1000 is available", nearest: "0.1063" },
  ],
  [
    "a long that costs more than there is, at its own leverage",
    { quantity: "0.25" },
    { maxOrderValue: "", backing: { mode: "cross", long: "5", short: "100" } },
    { field: "quantity", words: "It takes 2350 USDT of margin; 1000 is available", nearest: "0.1063" },
  ],
  [
    "an order of an account that has less than its smallest amount costs",
    {},
    { account: { ...account, assets: account.assets.map((asset) => ({ ...asset, available: "0.1" })) } },
    { field: "quantity", words: "It takes 47 USDT of margin; 0.1 is available" },
  ],
  [
    "an order worth nearly nothing",
    { quantity: "0.0001", price: "100" },
    {},
    { field: "quantity", words: "The order is worth 0.01 USDT; the venue takes 1 and more", nearest: "0.01" },
  ],
  [
    "an order while nobody answers",
    {},
    { link: "silent" },
    { field: "limit", words: "The accelerator does not answer: nothing can be sent" },
  ],
  [
    "an opening order while trading is halted",
    {},
    { isHalted: true },
    { field: "side", words: "Trading is halted: only orders that close go out" },
  ],
  [
    "a pair of which nothing is known",
    { quantity: "" },
    { facts: undefined },
    { field: "pair", words: "What may be traded in this pair is not known yet" },
  ],
])("%s is refused for that alone, with the nearest right value", (_, wrong, facts, objection) => {
  expect(objections({ ...draft, ...wrong }, { ...known, ...facts })).toEqual([objection]);
});

it("everything that is wrong is said at once", () => {
  const found = objections(
    { ...draft, quantity: "0.00125", price: "47000.15", takeProfit: "1", stopLoss: "" },
    { ...known, link: "silent", maxOrderValue: "5" },
  );
  expect(found.map(({ field }) => field)).toEqual(["limit", "quantity", "price", "stopLoss", "limit"]);
  // No amount is worth anything at a price of nothing, so none is offered.
  expect(objections({ ...draft, price: "0" }, known)).toEqual([
    noPrice,
    { field: "quantity", words: "The order is worth 0 USDT; the venue takes 1 and more" },
  ]);
});
