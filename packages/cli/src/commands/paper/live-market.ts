import type { BookView, BookViewSide, DealItem, Venue } from "@depthwire/node";
import type { FeedDepth, MarketFeed, MarketFeedSink } from "@depthwire/sandbox";

/** What a feed tells people about. */
export interface LiveMarketNotes {
  /** A book there became live, or is not live any more. */
  status(pair: string, status: string, reason: string | undefined): void;
  /** What is told there does not fit the sandbox's market. */
  unusable(pair: string, error: unknown): void;
}

/** The live markets of another venue as the feed of a sandbox. @param venue stays the caller's to close */
export function liveMarket(venue: Venue, pairs: readonly string[], notes: LiveMarketNotes): MarketFeed {
  return {
    start: (sink) => {
      const stop = new AbortController();
      for (const pair of pairs) {
        const market = { venue, pair, sink, notes, signal: stop.signal };
        void followBook(market);
        void followDeals(market);
      }
      return () => stop.abort();
    },
  };
}

/** One pair there, and where it is told here. */
interface FollowedMarket {
  readonly venue: Venue;
  readonly pair: string;
  readonly sink: MarketFeedSink;
  readonly notes: LiveMarketNotes;
  readonly signal: AbortSignal;
}

async function followBook({ venue, pair, sink, notes, signal }: FollowedMarket): Promise<void> {
  let told: string | undefined;
  for await (const view of venue.book(pair, { signal })) {
    if (view.status !== told) {
      told = view.status;
      notes.status(pair, view.status, view.reason);
    }
    tell(
      () => sink.depth(depthOf(view)),
      (error) => notes.unusable(pair, error),
    );
  }
}

/** A book that is not live is no book: at old prices nothing is traded. */
function depthOf({ pair, status, asks, bids }: BookView): FeedDepth {
  const isLive = status === "live";
  return { pair, scope: "whole", asks: isLive ? levelsOf(asks) : [], bids: isLive ? levelsOf(bids) : [] };
}

function levelsOf(side: BookViewSide): FeedDepth["asks"] {
  return Array.from({ length: side.length }, (_, index) => ({
    price: side.price(index),
    quantity: side.quantity(index),
  }));
}

async function followDeals({ venue, pair, sink, notes, signal }: FollowedMarket): Promise<void> {
  for await (const item of venue.deals(pair, { signal })) {
    tell(
      () => tellDeal(item, pair, sink),
      (error) => notes.unusable(pair, error),
    );
  }
}

/** The list of the latest trades happened before anybody stood here. */
function tellDeal(item: DealItem, pair: string, sink: MarketFeedSink): void {
  if (item.kind === "deal" && item.origin === "live") {
    const { price, quantity, side } = item.deal;
    if (side === "buy" || side === "sell") {
      sink.trade({ pair, price, quantity, takerDirection: side });
    }
  }
}

function tell(happen: () => void, refused: (error: unknown) => void): void {
  try {
    happen();
  } catch (error) {
    refused(error);
  }
}
