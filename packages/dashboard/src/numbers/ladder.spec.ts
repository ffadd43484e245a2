import { expect, it } from "vitest";
import type { Book, Order } from "../data/wire.js";
import { ladderOf } from "./ladder.js";

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
  expect(ladder.asks[1]?.depthShare).toBeLessThan(1);
});
