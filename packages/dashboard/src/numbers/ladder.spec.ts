import { expect, it } from "vitest";
import type { Book, Order } from "../data/wire.js";
import { isSell, ladderOf } from "./ladder.js";

const book: Book = {
  pair: "4BTC_USDT",
  status: "live",
  epoch: 1,
  seq: 1,
  updatedAtMs: 0,
  receivedAtMs: 0,
  asks: [
    { price: "100.1", quantity: "0.1" },
    { price: "100.3", quantity: "0.2" },
    { price: "101.0", quantity: "1" },
  ],
  bids: [
    { price: "99.9", quantity: "0.4" },
    { price: "99.2", quantity: "0.5" },
  ],
};

function order(side: string, price: string): Order {
  const rest = { dealPrice: "0", dealQuantity: "0.25", fee: "0", status: "open", createdAtMs: 0 };
  return { orderId: `${side}-${price}`, pair: "4BTC_USDT", side, price, quantity: "1", ...rest };
}

it("puts own orders on their prices, and counts those beyond", () => {
  const orders = [
    order("open-long", "99.9"),
    order("close-short", "99.90"),
    order("open-long", "90"),
    order("close-long", "120"),
  ];
  const ladder = ladderOf(book, orders, { rows: 10, priceScale: 1, group: 1 });
  expect(ladder.bids[0]).toMatchObject({ price: "99.9", quantity: "0.4", own: "1.5" });
  expect(ladder.asks.map(({ own }) => own)).toEqual([undefined, undefined, undefined]);
  expect(ladder).toMatchObject({ spread: "0.2", ownBeyond: { above: 1, below: 1 } });
});

it("adds levels up exactly where several steps are one row, away from the middle", () => {
  const ladder = ladderOf(book, [order("open-long", "99.3")], { rows: 10, priceScale: 1, group: 10 });
  expect(ladder.asks.map(({ price, quantity }) => [price, quantity])).toEqual([["101", "1.3"]]);
  expect(ladder.bids).toMatchObject([{ price: "99", quantity: "0.9", own: "0.75" }]);
});

it("shows as many rows as there is room for", () => {
  const ladder = ladderOf(book, [], { rows: 2, priceScale: 1, group: 1 });
  expect(ladder.asks.map(({ price }) => price)).toEqual(["100.1", "100.3"]);
  expect(ladder.bids.map(({ price }) => price)).toEqual(["99.9", "99.2"]);
  expect(ladder.asks[1]?.depthShare).toBeLessThan(1);
});

it("bars are as long as their rows are large, and sums as deep as the deeper side", () => {
  const ladder = ladderOf(book, [], { rows: 10, priceScale: 1, group: 1 });
  expect(ladder.asks.map(({ price }) => price)).toEqual(["100.1", "100.3", "101.0"]);
  expect(ladder.asks.map(({ share }) => share)).toEqual([0.1, 0.2, 1]);
  expect(ladder.bids.map(({ share }) => share)).toEqual([0.8, 1]);
  expect(ladder.asks.map(({ depthShare }) => depthShare.toFixed(4))).toEqual(["0.0769", "0.2308", "1.0000"]);
  expect(ladder.bids.map(({ depthShare }) => depthShare.toFixed(4))).toEqual(["0.3077", "0.6923"]);
  expect(ladder.imbalance?.toFixed(4)).toBe("0.4091");
  expect(ladder.asks.map(({ side }) => side)).toEqual(["ask", "ask", "ask"]);
  expect(ladder.bids.map(({ side }) => side)).toEqual(["bid", "bid"]);
});

it("a book with one side has no spread, and an empty one nothing that could be weighed", () => {
  const options = { rows: 10, priceScale: 1, group: 1 };
  expect(ladderOf({ ...book, asks: [] }, [], options)).toMatchObject({ asks: [], spread: undefined, imbalance: 1 });
  expect(ladderOf({ ...book, bids: [] }, [], options)).toMatchObject({ bids: [], spread: undefined, imbalance: 0 });
  expect(ladderOf({ ...book, asks: [], bids: [] }, [order("open-long", "1")], options)).toEqual({
    asks: [],
    bids: [],
    spread: undefined,
    imbalance: undefined,
    ownBeyond: { above: 0, below: 1 },
  });
});

it("own orders of another pair, and those of the other side, are not on a row", () => {
  const options = { rows: 10, priceScale: 1, group: 1 };
  const elsewhere = { ...order("open-long", "99.9"), pair: "4ETH_USDT" };
  const ladder = ladderOf(book, [elsewhere, order("open-short", "99.9"), order("close-long", "100.3")], options);
  expect(ladder.bids.map(({ own }) => own)).toEqual([undefined, undefined]);
  expect(ladder.asks.map(({ own }) => own)).toEqual([undefined, "0.75", undefined]);
  expect(ladder.ownBeyond).toEqual({ above: 0, below: 0 });
});

it("an order on the last row is not beyond it, one a step further is", () => {
  const options = { rows: 10, priceScale: 1, group: 1 };
  const beyond = (...orders: Order[]): unknown => ladderOf(book, orders, options).ownBeyond;
  expect(beyond(order("open-short", "101"), order("open-long", "99.2"))).toEqual({ above: 0, below: 0 });
  expect(beyond(order("open-short", "101.1"), order("open-long", "99.1"))).toEqual({ above: 1, below: 1 });
});

it("a row that is the last takes the levels that belong to it, and no others", () => {
  const options = { rows: 1, priceScale: 1, group: 10 };
  const asks = [...book.asks, { price: "101.5", quantity: "4" }];
  expect(ladderOf({ ...book, asks }, [], options).asks).toMatchObject([
    { price: "101", quantity: "1.3", depthShare: 1 },
  ]);
});

it("what closes a long sells, what closes a short buys", () => {
  const sides = ["open-long", "open-short", "close-long", "close-short"];
  expect(sides.map((side) => isSell({ side }))).toEqual([false, true, true, false]);
});
