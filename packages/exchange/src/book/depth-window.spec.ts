import { expect, it } from "vitest";
import { Exchange } from "../exchange.js";
import { linearMarket } from "../spec-support/venue-kit.js";
import {
  applyChanges,
  compareWindows,
  type DepthWindow,
  emptyWindow,
  isEmptyChange,
  type Levels,
  takeWindow,
} from "./depth-window.js";
import { OrderBook } from "./order-book.js";

const none: Levels = { prices: [], quantities: [] };

function levels(...rows: readonly (readonly [price: number, quantity: number])[]): Levels {
  return { prices: rows.map(([price]) => price), quantities: rows.map(([, quantity]) => quantity) };
}

const before: DepthWindow = { asks: levels([101, 5], [102, 6], [104, 7]), bids: levels([100, 1], [99, 2], [96, 3]) };
const after: DepthWindow = { asks: levels([102, 8], [103, 9], [104, 7]), bids: levels([99, 2], [98, 4], [96, 5]) };

it("what is new or different is told as it is, what is gone as it was last", () => {
  const changes = compareWindows(before, after);
  expect(changes).toEqual({
    add: { asks: levels([102, 8], [103, 9]), bids: levels([98, 4], [96, 5]) },
    del: { asks: levels([101, 5]), bids: levels([100, 1]) },
  });
  expect(applyChanges(before, [changes])).toEqual(after);
  expect(applyChanges(before, [changes, compareWindows(after, before)])).toEqual(before);
  expect(compareWindows(emptyWindow, after)).toEqual({ add: after, del: { asks: none, bids: none } });
  expect(compareWindows(after, emptyWindow)).toEqual({ add: { asks: none, bids: none }, del: after });
});

it("there is something to say if any list of either side holds something", () => {
  const nothing = compareWindows(before, before);
  const something = { asks: levels([101, 5]), bids: none };
  const mirrored = { asks: none, bids: levels([101, 5]) };
  expect(isEmptyChange(nothing)).toBe(true);
  for (const part of [something, mirrored]) {
    expect(isEmptyChange({ ...nothing, add: part })).toBe(false);
    expect(isEmptyChange({ ...nothing, del: part })).toBe(false);
  }
});

it("a window shows the best levels of each side, and no more than it may", () => {
  const exchange = new Exchange({ seed: 1, markets: [linearMarket] });
  const { pair } = linearMarket;
  for (const away of [1, 2, 3]) {
    const order = { kind: "place-order", account: 900, pair, type: "limit", quantity: away } as const;
    exchange.apply({ ...order, side: "open-long", price: 400_000 - away }, 1);
    exchange.apply({ ...order, side: "open-short", price: 400_000 + away }, 1);
  }
  const book = exchange.state.markets.get(pair)?.book ?? new OrderBook();
  const whole = {
    asks: levels([400_001, 1], [400_002, 2], [400_003, 3]),
    bids: levels([399_999, 1], [399_998, 2], [399_997, 3]),
  };
  expect(takeWindow(book, 9)).toEqual(whole);
  expect(takeWindow(book, 3)).toEqual(whole);
  expect(takeWindow(book, 1)).toEqual({ asks: levels([400_001, 1]), bids: levels([399_999, 1]) });
  expect(takeWindow(new OrderBook(), 9)).toEqual(emptyWindow);
  expect(emptyWindow).toEqual({ asks: none, bids: none });
});
