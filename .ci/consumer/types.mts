// For the compiler alone: every door of the packed packages, so that all of their declarations are checked, and a few lines of a bot.

import type { Account, Venue } from "@depthwire/node";
import type { PlaceOrderInput } from "@depthwire/schema/usdt";

export type * as account from "@depthwire/account";
export type * as book from "@depthwire/book";
export type * as browser from "@depthwire/browser";
export type * as client from "@depthwire/client";
export type * as core from "@depthwire/core";
export type * as exchange from "@depthwire/exchange";
export type * as nats from "@depthwire/nats";
export type * as natsBrowser from "@depthwire/nats/browser";
export type * as node from "@depthwire/node";
export type * as recording from "@depthwire/recording";
export type * as relay from "@depthwire/relay";
export type * as rest from "@depthwire/rest";
export type * as sandbox from "@depthwire/sandbox";
export type * as inMemory from "@depthwire/sandbox/in-memory";
export type * as neutral from "@depthwire/sandbox/neutral";
export type * as schema from "@depthwire/schema";
export type * as coin from "@depthwire/schema/coin";
export type * as spot from "@depthwire/schema/spot";
export type * as usdt from "@depthwire/schema/usdt";
export type * as wallet from "@depthwire/schema/wallet";
export type * as stream from "@depthwire/stream";

export async function buyAtBestBid(venue: Venue, { rest }: Account): Promise<string | undefined> {
  for await (const { status, bids } of venue.book("4BTC_USDT")) {
    const best = bids.at(0);
    if (status === "live" && best !== undefined) {
      const order: PlaceOrderInput = {
        pair: "4BTC_USDT",
        side: "open-long",
        type: "limit",
        quantity: "0.001",
        price: best.price,
      };
      return (await rest.usdt.placeOrder(order)).orderId;
    }
  }
  return undefined;
}
