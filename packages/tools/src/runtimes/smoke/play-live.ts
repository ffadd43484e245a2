import type { Venue } from "@depthwire/client";
import { Credential } from "@depthwire/core";
import type { LiveReport, Place } from "./scene.js";

/** Follows a book until it is live, and places one order that is filled at once. */
export async function playLive(venue: Venue, { credential }: Place): Promise<LiveReport> {
  try {
    const { pair, price } = await firstLiveAsk(venue);
    const { trader } = venue.account(new Credential(credential));
    const order = await trader.place({ pair, side: "open-long", type: "market", quantity: "0.001", price });
    const { status } = await order.done;
    return { book: "live", order: status };
  } finally {
    await venue.close();
  }
}

async function firstLiveAsk(venue: Venue): Promise<{ readonly pair: string; readonly price: string }> {
  for await (const { status, pair, bestAsk } of venue.book("4BTC_USDT")) {
    if (status === "live" && bestAsk !== undefined) {
      return { pair, price: bestAsk.price };
    }
  }
  throw new Error("the book ended before it was live");
}
