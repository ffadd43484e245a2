import type { Pair, Price, Quantity } from "@depthwire/schema";
import { describe, expect, it } from "vitest";
import type { CheckedSide } from "./compare.js";
import {
  type CountedStatistics,
  describeSummary,
  findFailures,
  type SummarisedView,
  type SummaryParts,
  summarise,
} from "./summary.js";
import { ComparisonTally } from "./tally.js";

const statistics: CountedStatistics = {
  frames: 100,
  bytesInflated: 50_000,
  gaps: 0,
  resyncs: 0,
  reconnects: 0,
  rejected: {},
};

function level(price: string, quantity: string): NonNullable<SummarisedView["bestBid"]> {
  return { price: price as Price, quantity: quantity as Quantity };
}

const liveView: SummarisedView = {
  pair: "4BTC_USDT" as Pair,
  status: "live",
  seq: 42,
  bestBid: level("100.5", "3"),
  bestAsk: level("101", "0.5"),
  asks: { length: 200 },
  bids: { length: 180 },
};
const emptyView: SummarisedView = {
  pair: "4ETH_USDT" as Pair,
  status: "syncing",
  seq: 0,
  bestBid: undefined,
  bestAsk: undefined,
  asks: { length: 0 },
  bids: { length: 0 },
};

const noLevels: CheckedSide = { length: 0, price: () => "", quantity: () => "" };

function tallyOf(...pairs: readonly string[]): ComparisonTally {
  const tally = new ComparisonTally();
  for (const pair of pairs) {
    tally.add({ pair, seq: 1, asks: noLevels, bids: noLevels }, { seq: 1, asks: [], bids: [] });
  }
  return tally;
}

function partsOf(changes: Partial<SummaryParts> = {}): SummaryParts {
  return {
    views: [liveView],
    tally: tallyOf("4BTC_USDT"),
    before: statistics,
    after: { ...statistics, frames: 2100, bytesInflated: 1_050_000 },
    elapsedMs: 10_000,
    ...changes,
  };
}

describe("summarise", () => {
  it("has the keys that --json promises", () => {
    expect(summarise(partsOf({ views: [liveView, emptyView] }))).toEqual({
      messages: 2000,
      messagesPerSecond: 200,
      books: [
        { pair: "4BTC_USDT", status: "live", seq: 42, bid: "100.5", ask: "101", levels: 380 },
        { pair: "4ETH_USDT", status: "syncing", seq: 0, bid: null, ask: null, levels: 0 },
      ],
      compared: 1,
      divergent: 0,
      missed: 0,
    });
  });

  it("counts no messages when the books were never all live", () => {
    expect(summarise(partsOf({ before: undefined, elapsedMs: 0 }))).toMatchObject({
      messages: 0,
      messagesPerSecond: 0,
    });
  });
});

describe("describeSummary", () => {
  it("tells the figures in sentences", () => {
    const parts = partsOf();
    expect(describeSummary(summarise(parts), parts)).toBe(
      [
        "1 of 1 books live",
        "2,000 messages in 10.0 s, 200 a second, 1.00 MB inflated",
        "views held against the sandbox at the same seq: 1, divergent 0, missed 0",
        "0 gaps, 0 resyncs, 0 reconnects",
      ].join("\n"),
    );
  });

  it("names rejected messages by code, and the first divergence", () => {
    const tally = tallyOf("4BTC_USDT");
    tally.add({ pair: "4BTC_USDT", seq: 2, asks: noLevels, bids: noLevels }, { seq: 3, asks: [], bids: [] });
    const parts = partsOf({ tally, after: { ...statistics, rejected: { "frame-corrupt": 2, "json-syntax": 1 } } });
    const text = describeSummary(summarise(parts), parts);
    expect(text).toContain("rejected: frame-corrupt 2, json-syntax 1");
    expect(text).toContain("first divergence: 4BTC_USDT at seq 2: seq 2 was held against 3");
  });
});

describe("findFailures", () => {
  function failures(parts: SummaryParts, endedBy: "time" | "request"): string[] {
    return findFailures(summarise(parts), parts, endedBy);
  }

  it("finds none in a sound run", () => {
    expect(failures(partsOf(), "time")).toEqual([]);
    expect(failures(partsOf(), "request")).toEqual([]);
  });

  it("finds divergent views, however the run ended", () => {
    const tally = tallyOf("4BTC_USDT");
    tally.add({ pair: "4BTC_USDT", seq: 2, asks: noLevels, bids: noLevels }, { seq: 3, asks: [], bids: [] });
    for (const endedBy of ["time", "request"] as const) {
      expect(failures(partsOf({ tally }), endedBy)).toEqual(["views that differ from what the sandbox published: 1"]);
    }
  });

  it("finds pairs of which nothing was compared, and books that were never live, unless a person ended the run", () => {
    const parts = partsOf({ views: [liveView, emptyView], before: undefined });
    expect(failures(parts, "time")).toEqual([
      "the books were never all live at once",
      "no view was compared of 4ETH_USDT",
    ]);
    expect(failures(parts, "request")).toEqual([]);
  });
});
