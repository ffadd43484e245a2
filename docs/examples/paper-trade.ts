/**
 * Trades on a recorded market with play money, in time that passes as fast as the machine can: fills, queue and fees are the
 * sandbox's.
 *
 * Run: import it and call `paperTrade({ records: openMarketFile("market.ndjson"), pair: "4BTC_USDT", quantity: "0.01" })`; the
 * guide to paper trading has a whole program.
 * See: quantity and price of each fill. The same record gives the same fills, to the byte.
 */
import { Credential } from "@depthwire/core";
import { createRestClient } from "@depthwire/rest";
import type { SandboxOptions } from "@depthwire/sandbox";
import { createInMemoryVenue } from "@depthwire/sandbox/in-memory";

/** A recorded market, and one order that waits in it. */
export interface PaperTrade extends Pick<SandboxOptions, "queue"> {
  /** What `openMarketFile` gives, or an array of records. */
  readonly records: NonNullable<SandboxOptions["market"]>["records"];
  readonly pair: string;
  readonly quantity: string;
}

/** Puts a buy at the best bid as the record begins. @returns quantity and price of each of its fills until the record's end */
export async function paperTrade({ records, pair, quantity, queue }: PaperTrade): Promise<readonly string[]> {
  const market = { records, atEnd: "hold" } as const;
  const venue = createInMemoryVenue({ market, pairs: [pair], ...(queue === undefined ? {} : { queue }) });
  const client = createRestClient(
    { addresses: { rest: venue.restUrl }, credential: new Credential(venue.credential) },
    { clock: venue.clock, random: Math.random, http: (_address, request) => venue.request(request) },
  );
  const fills: string[] = [];
  venue.listen((event) => {
    if (event.kind === "filled" && event.account === venue.userId) {
      fills.push(`${event.fill.dealQuantity} at ${event.fill.dealPrice}`);
    }
  });
  // Books are published every 100 ms.
  await venue.elapse(100);
  const { bids } = await venue.settle(client.usdt.getDepth({ pair, size: 1 }));
  const price = bids?.[0]?.price ?? "0";
  await venue.settle(client.usdt.placeOrder({ pair, side: "open-long", type: "limit", quantity, price }));
  while (venue.market?.state === "playing") {
    await venue.elapse(1_000);
  }
  venue.close();
  return fills;
}
