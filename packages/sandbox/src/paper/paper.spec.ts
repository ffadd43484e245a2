import type { ExchangeEvent } from "@depthwire/exchange";
import type { QueueRule } from "@depthwire/exchange/internal";
import { describe, expect, it } from "vitest";
import { createInMemoryExchange, type InMemoryExchange } from "../in-memory.js";
import type { MarketFeedSink } from "./market-feed.js";

const pair = "4BTC_USDT";
const account = 100_001;

interface Paper {
  readonly venue: InMemoryExchange;
  readonly sink: MarketFeedSink;
  /** Quantity and price of the user's fills since the last look. */
  fills(): readonly (readonly [string, string])[];
}

function openPaper(queue?: QueueRule): Paper {
  let sink: MarketFeedSink | undefined;
  const feed = {
    start: (given: MarketFeedSink) => {
      sink = given;
      return () => {};
    },
  };
  const venue = createInMemoryExchange({ pairs: [pair], feed, ...(queue === undefined ? {} : { queue }) });
  venue.apply({ kind: "credit", account, coin: "USDT", amount: "100000", purse: "contract" });
  const events: ExchangeEvent[] = [];
  venue.listen((event) => events.push(event));
  const fills = (): (readonly [string, string])[] =>
    events
      .splice(0)
      .flatMap((event) => (event.kind === "filled" ? [[event.fill.dealQuantity, event.fill.dealPrice] as const] : []));
  return { venue, sink: sink as MarketFeedSink, fills };
}

function levels(...rows: readonly (readonly [string, string])[]): { price: string; quantity: string }[] {
  return rows.map(([price, quantity]) => ({ price, quantity }));
}

/** A book with one bid at 50000 and one ask at 50001, two of each. */
function usualBook(sink: MarketFeedSink, bids = "2", asks = "2"): void {
  sink.depth({ pair, scope: "whole", asks: levels(["50001", asks]), bids: levels(["50000", bids]) });
}

function sell(sink: MarketFeedSink, price: string, quantity: string): void {
  sink.trade({ pair, price, quantity, takerDirection: "sell" });
}

/** An order of one whole coin at the exchange's own scales. */
function place({ venue }: Paper, price: number | undefined, quantity = 1): void {
  const market = venue.exchange.market(pair);
  if (market === undefined) {
    throw new Error("no market");
  }
  const order = {
    kind: "place-order",
    account,
    pair,
    side: "open-long",
    quantity: quantity * 10 ** market.quantityScale,
  } as const;
  if (price === undefined) {
    venue.apply({ ...order, type: "market" });
  } else {
    venue.apply({ ...order, type: "limit", price: price * 10 ** market.priceScale });
  }
}

describe("a fed exchange", () => {
  it("shows the public book and the public trades and nothing else", () => {
    const { venue, sink } = openPaper();
    usualBook(sink);
    sell(sink, "50000", "0.5");
    venue.advance(5000);
    expect(venue.exchange.published(pair)?.window.bids.prices).toHaveLength(1);
    expect(venue.exchange.deals(pair, 10)).toHaveLength(1);
    sink.depth({ pair, scope: "change", asks: levels(["50001", "0"], ["50002", "1"]), bids: [] });
    venue.advance(200);
    const { asks } = venue.exchange.published(pair)?.window ?? { asks: { prices: [] } };
    expect(asks.prices).toEqual([50_002 * 10 ** (venue.exchange.market(pair)?.priceScale ?? 0)]);
  });

  it("fills a taker against the public book; what he took is there again when more comes, or it is shown that all of it has gone", () => {
    const paper = openPaper();
    const asks = (): readonly number[] => {
      paper.venue.advance(200);
      const scale = paper.venue.exchange.market(pair)?.quantityScale ?? 0;
      return (paper.venue.exchange.published(pair)?.window.asks.quantities ?? []).map((one) => one / 10 ** scale);
    };
    usualBook(paper.sink);
    place(paper, undefined);
    expect(paper.fills()).toEqual([["1", "50001"]]);
    usualBook(paper.sink);
    expect(asks()).toEqual([1]);
    usualBook(paper.sink, "2", "5");
    expect(asks()).toEqual([4]);
    usualBook(paper.sink, "2", "0.5");
    expect(asks()).toEqual([]);
    usualBook(paper.sink, "2", "2");
    expect(asks()).toEqual([1.5]);
    // An empty side says that nobody knows; a farther level, that everybody has left the nearer one.
    paper.sink.depth({ pair, scope: "change", asks: levels(["50001", "0"]), bids: [] });
    usualBook(paper.sink, "2", "2");
    expect(asks()).toEqual([1.5]);
    paper.sink.depth({ pair, scope: "change", asks: levels(["50001", "0"], ["50002", "1"]), bids: [] });
    usualBook(paper.sink);
    expect(asks()).toEqual([2]);
  });

  it.each([
    ["behind-all", "2", "0.1"],
    // Half of all 4 leaves, and half of the 2 in front with it.
    ["proportional", "1", "0.1"],
    ["front", "0", "0.1"],
  ] as const)("lets an order forward by the rule %s: %s are in front of it at last", (queue, inFront, more) => {
    const paper = openPaper(queue);
    usualBook(paper.sink, "2");
    place(paper, 50_000);
    usualBook(paper.sink, "4");
    usualBook(paper.sink, "2");
    if (inFront !== "0") {
      sell(paper.sink, "50000", inFront);
    }
    expect(paper.fills()).toEqual([]);
    sell(paper.sink, "50000", more);
    expect(paper.fills()).toEqual([[more, "50000"]]);
  });

  it("knows no other rule, and none where there is no feed", () => {
    expect(() => openPaper("first" as QueueRule)).toThrow(
      expect.objectContaining({ details: { option: "queue", rule: "one of behind-all, proportional, front" } }),
    );
    expect(() => createInMemoryExchange({ queue: "front" })).toThrow(
      expect.objectContaining({ details: { option: "queue", rule: expect.stringContaining("together") } }),
    );
  });

  it("has the index of the record while a user has taken its best price", () => {
    const paper = openPaper();
    const book = (): void =>
      paper.sink.depth({
        pair,
        scope: "whole",
        asks: levels(["50001", "1"], ["50100", "5"]),
        bids: levels(["49999", "5"]),
      });
    book();
    place(paper, undefined);
    expect(paper.fills()).toEqual([["1", "50001"]]);
    const marks: string[] = [];
    paper.venue.listen((event) => {
      if (event.kind === "price-marked") {
        marks.push(event.indexPrice.toString());
      }
    });
    for (let i = 0; i < 50; i++) {
      book();
      paper.venue.advance(200);
    }
    expect(marks).toEqual([]);
  });

  it("fills a waiting order only after what was in front of it", () => {
    const paper = openPaper();
    usualBook(paper.sink);
    place(paper, 50_000);
    sell(paper.sink, "50000", "1.5");
    expect(paper.fills()).toEqual([]);
    sell(paper.sink, "50000", "0.8");
    expect(paper.fills()).toEqual([["0.3", "50000"]]);
    sell(paper.sink, "50000", "5");
    expect(paper.fills()).toEqual([["0.7", "50000"]]);
  });

  it("lets nobody forward when the public leaves, and nobody in front who comes later", () => {
    const paper = openPaper();
    usualBook(paper.sink, "2");
    place(paper, 50_000);
    usualBook(paper.sink, "5");
    usualBook(paper.sink, "2.5");
    sell(paper.sink, "50000", "2");
    expect(paper.fills()).toEqual([]);
    sell(paper.sink, "50000", "0.1");
    expect(paper.fills()).toEqual([["0.1", "50000"]]);
  });

  it("brings an order forward when less is left at its price than was in front of it", () => {
    const paper = openPaper();
    usualBook(paper.sink, "2");
    place(paper, 50_000);
    usualBook(paper.sink, "0.5");
    sell(paper.sink, "50000", "0.7");
    expect(paper.fills()).toEqual([["0.2", "50000"]]);
  });

  it("fills a waiting order when the public trades through its price", () => {
    const paper = openPaper();
    usualBook(paper.sink);
    place(paper, 50_000);
    sell(paper.sink, "49999.9", "0.4");
    expect(paper.fills()).toEqual([["0.4", "50000"]]);
  });

  it("fills a waiting order when the public book comes to its price", () => {
    const paper = openPaper();
    usualBook(paper.sink);
    place(paper, 50_000);
    paper.sink.depth({ pair, scope: "whole", asks: levels(["49990", "0.6"]), bids: levels(["49980", "1"]) });
    expect(paper.fills()).toEqual([["0.6", "50000"]]);
  });

  it("has an index and a mark that no user moves: the middle of the public book", () => {
    const paper = openPaper();
    const wide = (): void =>
      paper.sink.depth({ pair, scope: "whole", asks: levels(["50300", "5"]), bids: levels(["49700", "5"]) });
    const marks: string[] = [];
    paper.venue.listen((event) => {
      if (event.kind === "price-marked") {
        marks.push(`${event.indexPrice} ${event.tagPrice}`);
      }
    });
    wide();
    const told = marks.splice(0);
    place(paper, 50_299, 0.001);
    for (let i = 0; i < 100; i++) {
      wide();
      paper.venue.advance(200);
    }
    const { priceScale } = paper.venue.exchange.market(pair) ?? { priceScale: 0 };
    const middle = 50_000 * 10 ** priceScale;
    expect(told).toEqual([`${middle} ${middle}`]);
    expect(marks).toEqual([]);
  });

  it("keeps its books in balance, and is the same for the same messages", () => {
    const live = (): string => {
      const paper = openPaper();
      const told: ExchangeEvent[] = [];
      paper.venue.listen((event) => told.push(event));
      for (let i = 0; i < 300; i++) {
        const middle = 50_000 + ((i * 7919) % 41) - 20;
        const quantity = String(1 + ((i * 31) % 5));
        const asks = levels([String(middle + 1), quantity], [String(middle + 2), "3"]);
        const bids = levels([String(middle), quantity], [String(middle - 1), "3"]);
        paper.sink.depth({ pair, scope: i % 3 === 0 ? "whole" : "change", asks, bids });
        if (i % 2 === 0) {
          place(paper, middle - (i % 4));
        }
        if (i % 7 === 0) {
          place(paper, undefined);
        }
        paper.sink.trade({ pair, price: String(middle), quantity: "2", takerDirection: i % 5 < 3 ? "sell" : "buy" });
        paper.venue.advance(50);
      }
      return JSON.stringify(told);
    };
    const first = live();
    expect(first).toContain('"kind":"filled"');
    expect(live()).toBe(first);
  });

  it("refuses what does not fit the market", () => {
    const { sink } = openPaper();
    expect(() => sink.trade({ pair: "4NO_USDT", price: "1", quantity: "1", takerDirection: "buy" })).toThrow(/pair/);
    expect(() => sell(sink, "50000.123456789", "1")).toThrow(/price/);
    expect(() => sell(sink, "-1", "1")).toThrow(/price/);
  });
});
