import type { BookView, BookViewSide } from "@depthwire/book";
import type { Venue } from "@depthwire/node";
import type { MarketFeed, MarketFeedSink } from "@depthwire/sandbox";
import type { FeedLevel } from "@depthwire/sandbox/internal";

function levelsOf(side: BookViewSide): readonly FeedLevel[] {
  return Array.from({ length: side.length }, (_, i) => ({ price: side.price(i), quantity: side.quantity(i) }));
}

/** Tells a sandbox what stands in a book elsewhere. */
export function tellView(sink: MarketFeedSink, { pair, status, asks, bids }: BookView): void {
  // What is not live may be anything: the last live state stands until the book is live again.
  if (status === "live") {
    sink.depth({ pair, scope: "whole", asks: levelsOf(asks), bids: levelsOf(bids) });
  }
}

/** Live books and trades of a connection as the feed of a sandbox. */
export function feedOf(venue: Venue, pairs: readonly string[]): MarketFeed {
  return {
    start: (sink) => {
      const stop = new AbortController();
      const { signal } = stop;
      for (const pair of pairs) {
        void (async () => {
          for await (const view of venue.book(pair, { signal })) {
            tellView(sink, view);
          }
        })().catch(() => stop.abort());
        void (async () => {
          for await (const item of venue.deals(pair, { signal })) {
            if (item.kind !== "deal" || item.origin !== "live") {
              continue;
            }
            const { price, quantity, side } = item.deal;
            if (side === "buy" || side === "sell") {
              sink.trade({ pair, price, quantity, takerDirection: side });
            }
          }
        })().catch(() => stop.abort());
      }
      return () => stop.abort();
    },
  };
}
