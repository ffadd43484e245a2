import { expect, it } from "vitest";
import { openHost } from "../spec-support/open-host.js";
import type { Feed } from "./feed.js";
import { changeMessage, fullMessage } from "./feed-source.js";

const pair = "4BTC_USDT";
const feedOf = (kind: Feed["kind"], period = "", of = pair): Feed => ({ kind, pair: of, period });

/** Two hours of trades, in which there are more than 50 deals and two candles of an hour. */
function openTraded() {
  const { host, advance, clock } = openHost([pair]);
  for (let hour = 0; hour < 2; hour += 1) {
    advance(20_000);
    clock.advance(3_600_000);
  }
  advance(20_000);
  return host;
}

it("says everything at first: 300 candles, 50 deals, the ticker", () => {
  const host = openTraded();
  const { exchange } = host;
  const klines = exchange.klines(pair, "1min", 300);
  expect(klines.length).toBeGreaterThan(2);
  expect(fullMessage(host, feedOf("kline", "1min"))).toEqual({ feed: "kline", kind: "full", klines });
  expect(fullMessage(host, feedOf("tag-price-kline"))).toEqual({
    feed: "tag-price-kline",
    kind: "full",
    klines: exchange.tagPriceKlines(pair, 300),
  });
  const deals = exchange.deals(pair, 50);
  expect(deals.length).toBe(50);
  expect(fullMessage(host, feedOf("deals"))).toEqual({ feed: "deals", kind: "full", deals });
  const ticker = exchange.ticker(pair);
  expect(ticker).toBeDefined();
  expect(fullMessage(host, feedOf("ticker"))).toEqual({ feed: "ticker", kind: "full", ticker });
});

it("says of a change the two latest candles, and the ticker", () => {
  const host = openTraded();
  const { exchange } = host;
  const klines = exchange.klines(pair, "1hour", 2);
  expect(klines.length).toBe(2);
  expect(changeMessage(host, feedOf("kline", "1hour"))).toEqual({ feed: "kline", kind: "incremental", klines });
  expect(changeMessage(host, feedOf("tag-price-kline"))).toEqual({
    feed: "tag-price-kline",
    kind: "incremental",
    klines: exchange.tagPriceKlines(pair, 2),
  });
  expect(changeMessage(host, feedOf("ticker"))).toEqual({
    feed: "ticker",
    kind: "incremental",
    ticker: exchange.ticker(pair),
  });
});

it("leaves depth, private streams, and each deal to whoever tells them as they happen", () => {
  const host = openTraded();
  for (const kind of ["depth", "private"] as const) {
    expect(fullMessage(host, feedOf(kind))).toBeUndefined();
    expect(changeMessage(host, feedOf(kind))).toBeUndefined();
  }
  expect(changeMessage(host, feedOf("deals"))).toBeUndefined();
});

it("has no ticker of a pair that is none", () => {
  const { host } = openHost([pair]);
  expect(fullMessage(host, feedOf("ticker", "", "4NONE_USDT"))).toBeUndefined();
  expect(changeMessage(host, feedOf("ticker", "", "4NONE_USDT"))).toBeUndefined();
});
