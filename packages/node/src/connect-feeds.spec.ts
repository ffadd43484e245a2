import type { FrameFeed, OpenFeed } from "@depthwire/stream";
import { describe, expect, it, onTestFinished } from "vitest";
import { connect } from "./connect.js";
import { depthFrame, startStubVenue, subscribedPair } from "./stub-venue.spec-kit.js";

/** Connections of the program's own: each answers a subscription by itself. */
function startProgram() {
  const feeds: FrameFeed[] = [];
  const closes: number[] = [];
  const pairs: string[] = [];
  const openFeed: OpenFeed = (_, feed) => {
    feeds.push(feed);
    queueMicrotask(() => feed.opened());
    return {
      send(text) {
        const pair = subscribedPair(text);
        if (pair !== undefined) {
          pairs.push(pair);
          feed.push(depthFrame(pair, 1));
        }
      },
      ping() {},
      close(code) {
        closes.push(code);
        feed.closed(code, "as asked");
      },
    };
  };
  return { openFeed, feeds, closes, pairs };
}

describe.each([{ shards: 0 }, { shards: 1 }])(
  "with $shards threads, frames of the program's own connections",
  ({ shards }) => {
    it("become books, and the connections end with the venue", async () => {
      const { openFeed, feeds, closes } = startProgram();
      const venue = connect({ addresses: ["ws://program"], shards, openFeed });
      onTestFinished(() => venue.close());
      const book = venue.book("4BTC_USDT");
      await expect.poll(() => book.latest.status).toBe("live");
      const last = 3_000;
      for (let seq = 2; seq <= last; ) {
        if (feeds[0]?.push(depthFrame("4BTC_USDT", seq)) === true) {
          seq++;
        } else {
          await new Promise((resolve) => setImmediate(resolve));
        }
      }
      await expect.poll(() => book.read().seq).toBe(last);
      expect(book.latest.toJSON()).toMatchObject({
        status: "live",
        seq: last,
        asks: [{ price: "101", quantity: `${last}` }],
      });
      await venue.close();
      expect(closes).toHaveLength(1);
      expect(venue.statistics()).toMatchObject({ gaps: 0, frames: last });
    });

    it("are asked for again when one is over", async () => {
      const { openFeed, feeds, pairs } = startProgram();
      const backoff = { firstWindowMs: 1 };
      const venue = connect({ addresses: ["ws://program"], shards, openFeed, backoff });
      onTestFinished(() => venue.close());
      const book = venue.book("4BTC_USDT");
      await expect.poll(() => book.latest.status).toBe("live");
      feeds[0]?.closed(1006, "planted");
      await expect.poll(() => [book.latest.status, book.latest.epoch]).toEqual(["live", 2]);
      expect(pairs).toEqual(["4BTC_USDT", "4BTC_USDT"]);
    });
  },
);

describe("a signal", () => {
  it.each([{ shards: 0 }, { shards: 1 }])("closes the venue with $shards threads", async ({ shards }) => {
    const { address, server } = await startStubVenue();
    const abort = new AbortController();
    const venue = connect({ addresses: [address], shards, signal: abort.signal });
    onTestFinished(() => venue.close());
    const book = venue.book("4BTC_USDT");
    await expect.poll(() => book.latest.status).toBe("live");
    abort.abort();
    expect(() => venue.book("4ETH_USDT")).toThrowError(expect.objectContaining({ code: "closed" }));
    await expect.poll(() => server.clients.size).toBe(0);
    expect(book.latest).toMatchObject({ status: "stale", reason: "closed" });
  });

  it("that has fired lets nothing be started", () => {
    const signal = AbortSignal.abort("too late");
    expect(() => connect({ addresses: ["ws://127.0.0.1/cbu"], signal })).toThrowError(
      expect.objectContaining({ code: "aborted" }),
    );
  });
});

it("bounds of connections are the caller's", async () => {
  const { address } = await startStubVenue();
  const venue = connect({ addresses: [address], shards: 1, socketLimits: { maxMessageBytes: 20 } });
  onTestFinished(() => venue.close());
  venue.book("4BTC_USDT");
  await expect.poll(() => venue.statistics().connectionsLost).toBeGreaterThan(0);
});
