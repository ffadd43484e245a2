import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { account, book, link, status } from "../data/desk.js";
import { pair } from "../data/settings.js";
import {
  emptyPage,
  liveBook,
  livePage,
  livePageWithTrigger,
  order,
  statusOf,
  told,
} from "../spec-support/desk-scene.js";
import { account as richAccount } from "../spec-support/ticket-scene.js";
import * as ticket from "./ticket-state.js";

beforeEach(() => {
  emptyPage();
  vi.useFakeTimers({ now: 5_000 });
});
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
});

const inWords = "open long 0.01 BTC/USDT at 47\u202f000, worth 470 USDT";

it("writes the order that closes a position, of whichever pair, and sends nothing", () => {
  pair.value = "4BTC_USDT";
  ticket.followPair();
  ticket.quantity.value = "0.5";
  ticket.takeProfit.value = "60000";
  ticket.prepareClosing({ pair: "4ETH_USDT", side: "short", closableQuantity: "0.7" });
  expect(ticket.draft.value).toEqual({
    pair: "4ETH_USDT",
    side: "close-short",
    type: "market",
    quantity: "0.7",
    price: "",
    takeProfit: "",
    stopLoss: "",
  });
  expect(ticket.phase.value).toBe("reviewing");
  // Nothing is known of the pair here, so nothing goes out.
  ticket.goOn();
  expect(ticket.phase.value).toBe("reviewing");
});

it("what was written for one pair is not kept for another", () => {
  pair.value = "4BTC_USDT";
  ticket.quantity.value = "0.02";
  ticket.followPair();
  expect(ticket.quantity.value).toBe("0.02");
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

it("the order is what its fields say, without blanks around it", () => {
  pair.value = "4BTC_USDT";
  ticket.quantity.value = " 0.01 ";
  ticket.price.value = "47000\n";
  ticket.takeProfit.value = " 48000";
  ticket.stopLoss.value = "46000 ";
  const written = { pair: "4BTC_USDT", type: "limit", quantity: "0.01", price: "47000" };
  const triggers = { takeProfit: "48000", stopLoss: "46000" };
  expect(ticket.draft.value).toEqual({ ...written, side: "open-long", ...triggers });
  ticket.side.value = "open-short";
  expect(ticket.draft.value).toEqual({ ...written, side: "open-short", ...triggers });
  // What is not shown is not sent.
  ticket.side.value = "close-long";
  expect(ticket.draft.value).toEqual({ ...written, side: "close-long", takeProfit: "", stopLoss: "" });
});

it("an order is held against everything that is known", () => {
  livePage();
  expect([ticket.wrong.value, ticket.words.value]).toEqual([[], inWords]);
  expect(ticket.costs.value).toMatchObject({ value: "470", margin: "47", availableAfter: "952.906" });
  expect(ticket.request.value.body).toEqual({
    pair: "4BTC_USDT",
    side: "open-long",
    type: "limit",
    quantity: "0.01",
    price: "47000",
  });
  status.value = statusOf({ halt: { reason: "by hand", sinceMs: 1, scope: "account", isReached: true } });
  expect(ticket.wrong.value.map(({ field }) => field)).toEqual(["side"]);
  status.value = statusOf();
  link.value = { kind: "silent", sinceMs: 1 };
  expect(ticket.wrong.value.map(({ field }) => field)).toEqual(["limit"]);
});

it("a market order meets the best price of the other side", () => {
  livePage();
  ticket.type.value = "market";
  expect(ticket.costs.value.value).toBe("471");
  ticket.side.value = "open-short";
  expect(ticket.costs.value.value).toBe("470.8");
});

it.each([
  ["is not live", { ...liveBook, status: "stale" as const }],
  ["is of another pair", { ...liveBook, pair: "4ETH_USDT" }],
  ["is not there", undefined],
  ["is empty", { ...liveBook, asks: [], bids: [] }],
])("a book that %s is met by nobody", (_, shown) => {
  livePage();
  book.value = shown;
  ticket.type.value = "market";
  for (const side of ["open-long", "open-short"] as const) {
    ticket.side.value = side;
    expect(ticket.wrong.value.map(({ field }) => field)).toEqual(["type"]);
  }
});

it("a trigger's kind depends on the last price", () => {
  livePageWithTrigger();
  expect(ticket.request.value.body).toMatchObject({ plan_type: 2 });
  told("4BTC_USDT", "45000");
  expect(ticket.request.value.body).toMatchObject({ plan_type: 1 });
});

it("a price from the ladder makes a limit order of what is no trigger, and is written once more", () => {
  ticket.type.value = "market";
  ticket.phase.value = "reviewing";
  ticket.takePrice("47001");
  expect([ticket.type.value, ticket.price.value, ticket.phase.value]).toEqual(["limit", "47001", "writing"]);
  ticket.type.value = "trigger";
  ticket.takePrice("46000");
  expect([ticket.type.value, ticket.price.value]).toEqual(["trigger", "46000"]);
});

it("only what closes can wait for a trigger", () => {
  ticket.type.value = "trigger";
  ticket.phase.value = "reviewing";
  ticket.chooseSide("close-short");
  expect([ticket.side.value, ticket.type.value, ticket.phase.value]).toEqual(["close-short", "trigger", "writing"]);
  ticket.chooseSide("open-short");
  expect([ticket.side.value, ticket.type.value]).toEqual(["open-short", "limit"]);
  ticket.type.value = "market";
  ticket.chooseSide("open-long");
  expect(ticket.type.value).toBe("market");
});

it.each([
  ["open-short", "buy", "open-long"],
  ["open-long", "sell", "open-short"],
  ["close-long", "buy", "close-short"],
  ["close-short", "sell", "close-long"],
] as const)("from %s, to %s is %s", (before, direction, after) => {
  ticket.side.value = before;
  ticket.chooseDirection(direction);
  expect(ticket.side.value).toBe(after);
});

it("closing a long is written as such", () => {
  ticket.prepareClosing({ pair: "4BTC_USDT", side: "long", closableQuantity: "0.7" });
  expect(ticket.draft.value).toMatchObject({ pair: "4BTC_USDT", side: "close-long", type: "market", quantity: "0.7" });
});

it("how an order stands is what the account tells, of one that has ended first of all", () => {
  expect(ticket.statusOf("1")).toBeUndefined();
  account.value = {
    ...richAccount,
    orders: [order({ orderId: "1" }), order({ orderId: "2" })],
    finished: [order({ orderId: "2", status: "filled" })],
  };
  expect(["1", "2", "3", undefined].map(ticket.statusOf)).toEqual(["open", "filled", undefined, undefined]);
});
