import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { isMainThread } from "node:worker_threads";
import { deflateSync } from "node:zlib";
import type { BookView } from "@depthwire/book";
import type { Venue } from "@depthwire/client";
import type { BookStream } from "@depthwire/stream";
import { afterEach, describe, expect, it } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { connect } from "./connect.js";
import type { ConnectOptions } from "./connect-options.js";

const cleanUps: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) {
    await cleanUp();
  }
});

function frame(payload: object): Buffer {
  return Buffer.concat([Buffer.from("1"), deflateSync(JSON.stringify(payload))]);
}

function snapshot(pair: string, seq: number): Buffer {
  const sides = { asks: [["2", "101.5"]], bids: [["3", "100.25"]] };
  return frame({ topic: `${pair}_depth`, t: 0, d: { pair, ut: 1_700_000_000_000 + seq, seq, ...sides } });
}

function update(pair: string, seq: number): Buffer {
  const add = { asks: [["0.5", "101"]], bids: null };
  return frame({
    topic: `${pair}_depth`,
    t: 1,
    d: { pair, ut: 1_700_000_000_000 + seq, seq, add, del: { asks: null, bids: null } },
  });
}

interface StubVenue {
  readonly address: string;
  readonly server: WebSocketServer;
  readonly subscribed: string[];
}

/** Answers each subscription with a snapshot and one update. */
async function startStub(): Promise<StubVenue> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  const subscribed: string[] = [];
  server.on("connection", (socket: WebSocket) => {
    socket.on("message", (data) => {
      const { sub } = JSON.parse(String(data)) as { sub?: string };
      if (sub === undefined) {
        return;
      }
      subscribed.push(sub);
      const pair = sub.replace(/_depth$/, "");
      socket.send(snapshot(pair, 7));
      socket.send(update(pair, 8));
    });
  });
  cleanUps.push(() => {
    for (const client of server.clients) {
      client.terminate();
    }
    server.close();
  });
  await once(server, "listening");
  return { address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/cbu`, server, subscribed };
}

function follow(options: ConnectOptions): Venue {
  const venue = connect(options);
  cleanUps.push(() => venue.close());
  return venue;
}

async function viewAt(stream: BookStream, seq: number): Promise<BookView> {
  for await (const view of stream) {
    if (view.status === "live" && view.seq === seq) {
      return view;
    }
  }
  throw new Error("the stream ended");
}

describe.each([
  { where: "inline", shards: 0 },
  { where: "in a thread", shards: 1 },
  { where: "in two threads", shards: 2 },
])("connect keeps books $where", ({ shards }) => {
  it("from compressed frames of a real socket", async () => {
    const { address } = await startStub();
    const venue = follow({ addresses: [address], shards });
    const [btc, eth] = await Promise.all(["4BTC_USDT", "4ETH_USDT"].map((pair) => viewAt(venue.book(pair), 8)));
    expect(btc?.toJSON()).toMatchObject({
      pair: "4BTC_USDT",
      status: "live",
      asks: [
        { price: "101", quantity: "0.5" },
        { price: "101.5", quantity: "2" },
      ],
      bids: [{ price: "100.25", quantity: "3" }],
    });
    expect(eth?.pair).toBe("4ETH_USDT");
  });

  it("and ends everything when it is closed, twice without harm", async () => {
    const { address, server } = await startStub();
    const venue = connect({ addresses: [address], shards });
    const stream = venue.book("4BTC_USDT");
    let read = 0;
    const reading = (async () => {
      for await (const view of stream) {
        read += view.seq;
      }
    })();
    await viewAt(venue.book("4BTC_USDT"), 8);
    const [client] = server.clients;
    const hungUp = client === undefined ? undefined : once(client, "close");
    await Promise.all([venue.close(), venue.close()]);
    await reading;
    await hungUp;
    expect(read).toBeGreaterThan(0);
    expect(stream.latest.status).toBe("stale");
    expect(() => venue.book("4BTC_USDT")).toThrowError(expect.objectContaining({ code: "closed" }));
  });

  it("and comes back after the connection was lost", async () => {
    const { address, server, subscribed } = await startStub();
    const venue = follow({ addresses: [address], shards, backoff: { firstWindowMs: 20 } });
    const stream = venue.book("4BTC_USDT");
    for await (const view of stream) {
      if (view.status !== "live" || view.seq !== 8) {
        continue;
      }
      if (subscribed.length > 1) {
        break;
      }
      for (const client of server.clients) {
        client.terminate();
      }
    }
    expect(subscribed).toEqual(["4BTC_USDT_depth", "4BTC_USDT_depth"]);
  });
});

it("counts what a thread received", async () => {
  const { address } = await startStub();
  const venue = follow({ addresses: [address], shards: 1 });
  await viewAt(venue.book("4BTC_USDT"), 8);
  await expect.poll(() => venue.statistics().frames).toBe(2);
  expect(venue.statistics()).toMatchObject({ snapshots: 1, applied: 2, gaps: 0, rejected: {} });
});

it("lets the process end once it is closed: no thread, timer or socket stays", async () => {
  const threads = (): readonly string[] =>
    process.getActiveResourcesInfo().filter((kind) => kind === "MessagePort" || kind === "Worker");
  const { address } = await startStub();
  const venue = connect({ addresses: [address], shards: 1 });
  await viewAt(venue.book("4BTC_USDT"), 8);
  await venue.close();
  // A spec that runs in a thread has a port of its own.
  await expect.poll(threads).toEqual(isMainThread ? [] : ["MessagePort"]);
});

it.each([
  { option: "addresses", options: { addresses: [] } },
  { option: "addresses", options: { addresses: ["http://127.0.0.1/cbu"] } },
  { option: "shards", options: { addresses: ["ws://127.0.0.1/cbu"], shards: -1 } },
  { option: "shards", options: { addresses: ["ws://127.0.0.1/cbu"], shards: 1.5 } },
])("refuses a wrong $option before anything is started", ({ option, options }) => {
  expect(() => connect(options)).toThrowError(
    expect.objectContaining({ code: "option-invalid", details: expect.objectContaining({ option }) }),
  );
});
