import type { Venue } from "@depthwire/client";
import { createNodeClock } from "@depthwire/node";
import { expect, it } from "vitest";
import { FollowedBooks, maxFollowedPairs } from "./followed-books.js";
import { FollowedStreams } from "./followed-streams.js";

/** A venue whose streams tell nothing, and that counts how many were begun. */
function silentVenue(): { readonly venue: Venue; readonly begun: Record<"book" | "deals" | "ticker", number> } {
  const begun = { book: 0, deals: 0, ticker: 0 };
  const nothing = { async *[Symbol.asyncIterator]() {}, latest: { status: "syncing" } };
  const begin = (kind: keyof typeof begun) => () => {
    begun[kind]++;
    return nothing;
  };
  const venue: Partial<Record<keyof Venue, unknown>> = {
    book: begin("book"),
    deals: begin("deals"),
    ticker: begin("ticker"),
  };
  return { venue: venue as unknown as Venue, begun };
}

const pairs = Array.from({ length: maxFollowedPairs }, (_, n) => `4C${n}_USDT`);
const oneMore = "4MORE_USDT";

it("begins nothing for a pair that there is no room for, and says so", async () => {
  const { venue, begun } = silentVenue();
  const streams = new FollowedStreams(venue, createNodeClock());
  streams.follow({ trades: pairs, tickers: pairs });
  expect(begun).toEqual({ book: 0, deals: maxFollowedPairs, ticker: maxFollowedPairs });
  for (let n = 0; n < 3; n++) {
    await expect(streams.trades(oneMore, 0)).rejects.toMatchObject({
      refusal: { status: 503, code: "too-many-pairs" },
    });
    await expect(streams.ticker(oneMore, 0)).rejects.toMatchObject({
      refusal: { status: 503, code: "too-many-pairs" },
    });
    expect(streams.latestTicker(oneMore)).toBeUndefined();
    expect(streams.recentTrades(oneMore).deals).toEqual([]);
  }
  expect(begun).toEqual({ book: 0, deals: maxFollowedPairs, ticker: maxFollowedPairs });
  expect(await streams.trades(pairs[0] ?? "", 0)).toMatchObject({ deals: [] });
});

it("knows whether there is room for a book", () => {
  const { venue, begun } = silentVenue();
  const books = new FollowedBooks(venue, { named: pairs, found: [] }, { nowMs: () => 0 });
  const before = begun.book;
  books.follow(oneMore);
  expect([books.hasRoomFor(oneMore), books.has(oneMore), begun.book]).toEqual([false, false, before]);
  expect(books.hasRoomFor(pairs[0] ?? "")).toBe(true);
});
