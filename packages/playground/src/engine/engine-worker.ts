import { type BookView, bookReasons } from "@depthwire/book";
import { createBrowserClock } from "@depthwire/browser/internal";
import { openVenue, type Venue } from "@depthwire/client";
import { linePorts } from "../line/line-ports.js";
import { reportRejections } from "../report-rejections.js";
import type { FromEngineWorker, ShownBook, ShownDeal, ToEngineWorker } from "./engine-message.js";
import { type FollowedAccount, followAccount } from "./follow-account.js";

/** Levels a side that the page gets. */
const shownLevels = 60;

function say(message: FromEngineWorker): void {
  postMessage(message);
}

function start({ facts, line }: ToEngineWorker & { readonly kind: "start" }): FollowedAccount {
  const { pair, pushUrl, restUrl, serviceName } = facts;
  const venue = openVenue(
    {
      addresses: [pushUrl],
      restAddress: restUrl,
      serviceName,
      shards: 0,
      // A visitor waits for it.
      backoff: { firstWindowMs: 500, maxWindowMs: 1_000 },
    },
    { clock: createBrowserClock(), random: Math.random, ...linePorts(line) },
  );
  void tellBook(venue, pair);
  void tellDeals(venue, pair);
  return followAccount(venue, facts, say);
}

async function tellBook(venue: Venue, pair: string): Promise<void> {
  let before: Readonly<Record<string, number>> = {};
  for await (const view of venue.book(pair, { levels: shownLevels })) {
    const rejected: Readonly<Record<string, number>> = venue.statistics().rejected;
    for (const code of Object.keys(rejected).filter((one) => rejected[one] !== before[one])) {
      say({ kind: "told", about: "line", tone: "bad", words: `A message was refused: ${code}` });
    }
    before = rejected;
    say({ kind: "book", book: shown(view) });
  }
}

function shown({ status, reason, epoch, seq, updatedAtMs, asks, bids }: BookView): ShownBook {
  return {
    status,
    reason: reason === undefined ? "" : bookReasons[reason],
    epoch,
    seq,
    updatedAtMs,
    asks: asks.levels(),
    bids: bids.levels(),
  };
}

async function tellDeals(venue: Venue, pair: string): Promise<void> {
  for await (const item of venue.deals(pair)) {
    if (item.kind === "deal") {
      const { price, quantity, side, tradedAtMs } = item.deal;
      const deal: ShownDeal = { price, quantity, side, tradedAtMs };
      say({ kind: "deals", deals: [deal] });
    }
  }
}

let account: FollowedAccount | undefined;

reportRejections();
addEventListener("message", ({ data }: MessageEvent<ToEngineWorker>) => {
  if (data.kind === "start") {
    account = start(data);
  } else if (data.kind === "place") {
    void account?.place(data.order);
  } else {
    void account?.cancel(data.orderId);
  }
});
