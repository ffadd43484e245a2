import { type Account, Credential, connect, type Venue } from "@depthwire/node";
import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import { expect, it, onTestFinished } from "vitest";
import { feedOf } from "./paper.spec-kit.js";

const pair = "4BTC_USDT";

function follow(sandbox: Sandbox): Venue {
  const venue = connect({
    addresses: [sandbox.pushUrl],
    protocol: "channel",
    restAddress: sandbox.restUrl,
    rest: { throttle: { limit: 1_000, reserve: {} } },
  });
  onTestFinished(() => venue.close());
  return venue;
}

/** The best prices of a book that has both: `live` says that a book is right, not that somebody quotes. */
async function quotesOf(venue: Venue): Promise<{ readonly ask: string; readonly bid: string }> {
  for await (const { status, bestAsk, bestBid } of venue.book(pair)) {
    if (status === "live" && bestAsk !== undefined && bestBid !== undefined) {
      return { ask: bestAsk.price, bid: bestBid.price };
    }
  }
  throw new Error("the book's stream ended");
}

/** A strategy that knows nothing of where it runs: buys at the market, waits at the best bid, and sells what it has. */
async function trade(account: Account, venue: Venue): Promise<{ readonly bought: string; readonly waiting: string }> {
  const { ask } = await quotesOf(venue);
  const limit = String(Math.floor(Number(ask) * 1.01));
  const order = await account.trader.place({ pair, side: "open-long", type: "market", quantity: "0.01", price: limit });
  const done = await order.done;
  const { bid } = await quotesOf(venue);
  const waiting = await account.trader.place({ pair, side: "open-long", type: "limit", quantity: "0.01", price: bid });
  const end = await waiting.done;
  return { bought: done.status, waiting: end.status };
}

it("lets a strategy trade on another venue's live market as on the sandbox's own", async () => {
  const real = await startSandbox({ pairs: [pair], requestsPerWindow: 0, tickIntervalMs: 20 });
  onTestFinished(() => real.close());
  const feed = feedOf(follow(real), [pair]);
  const paper = await startSandbox({ pairs: [pair], requestsPerWindow: 0, tickIntervalMs: 20, seed: 9, feed });
  onTestFinished(() => paper.close());

  for (const sandbox of [paper, real]) {
    const venue = follow(sandbox);
    const account = venue.account(new Credential(sandbox.credential));
    expect(await trade(account, venue)).toEqual({ bought: "filled", waiting: "filled" });
  }
  const ofPaper = paper.exchange.published(pair)?.window.bids.prices[0] ?? 0;
  const ofReal = real.exchange.published(pair)?.window.bids.prices[0] ?? 0;
  expect(Math.abs(ofPaper / ofReal - 1)).toBeLessThan(0.002);
  expect(paper.exchange.deals(pair, 200).length).toBeGreaterThan(0);
}, 60_000);
