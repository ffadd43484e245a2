import type { DepthSnapshotRead } from "@depthwire/book";
import { Credential } from "@depthwire/core";
import { type FakeClock, fakeClock, seededRandom } from "@depthwire/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { specPair } from "../../../book/src/spec-kit/depth-text.spec-kit.js";
import { FakeNetwork } from "../spec-kit/fake-network.spec-kit.js";
import { FakeThreads } from "../spec-kit/fake-thread.spec-kit.js";
import { channelWire } from "../spec-kit/wire.spec-kit.js";
import { createSpecInflate } from "../spec-kit/zlib-inflate.spec-kit.js";
import { createEngine } from "./create-engine.js";
import type { Engine } from "./engine.js";

const wire = channelWire("gzip");
const deals = `${specPair}_deals`;
const asks = [["1", "101.5"]] as const;
const bids = [["2", "99.5"]] as const;

let clock: FakeClock;
let network: FakeNetwork;
let engine: Engine;
let answer: DepthSnapshotRead;

function start(shards: number): void {
  clock = fakeClock();
  network = new FakeNetwork();
  network.onOpen = (socket) => {
    socket.onSend = (text) => {
      const { ping } = JSON.parse(text) as { ping?: number };
      if (ping !== undefined) {
        socket.bytes(wire.control({ pong: ping }));
      }
    };
  };
  const random = seededRandom(7);
  const shard = { openSocket: network.openSocket, createInflate: createSpecInflate };
  engine = createEngine(
    { addresses: ["ws://one"], protocol: "channel", serviceName: "svc", shards },
    {
      clock,
      random,
      shard,
      startThread: new FakeThreads({ clock, random, ...shard }).start,
      depthSource: () => Promise.resolve(answer),
    },
  );
}

const settle = (ms = 0): Promise<void> => clock.advanceAndSettle(ms);

afterEach(async () => {
  const closing = engine.close();
  await settle(10_000);
  await closing;
});

describe.each([
  ["inline", 0],
  ["in threads", 2],
])("an engine on protocol B, %s", (_what, shards) => {
  beforeEach(() => start(shards));

  test("row 5: makes a book live by itself whose snapshot has no seq, as soon as the venue's answer confirms it", async () => {
    const book = engine.book(specPair);
    let view = book.latest;
    void (async () => {
      for await (const next of book) {
        view = next;
      }
    })();
    await settle();
    network.last.open();
    network.last.bytes(wire.depth({ ut: 1_000, asks, bids }));
    network.last.bytes(wire.depth({ ut: 1_007, seq: 7, mod: { asks: [["4", "101.50"]] } }));
    answer = { updatedAtMs: 1_001, asks: [{ price: "101.5", quantity: "9" }], bids: [] };
    await settle(2_500);
    expect(view).toMatchObject({ status: "syncing", reason: "baseline-unproven" });
    answer = {
      updatedAtMs: 1_007,
      asks: [{ price: "101.5", quantity: "4" }],
      bids: [{ price: "99.5", quantity: "2" }],
    };
    await settle(2_500);
    network.last.bytes(wire.depth({ ut: 1_008, seq: 8, add: { bids: [["5", "99.6"]] } }));
    await settle();
    expect(view).toMatchObject({ status: "live", seq: 8 });
    expect(view.bids.levels()).toEqual([
      { price: "99.6", quantity: "5" },
      { price: "99.5", quantity: "2" },
    ]);
    expect(engine.statistics().rejected).toEqual({});
  });

  test.each([
    ["of nobody that can be told", () => new TextEncoder().encode("7 is no message")],
    ["of the book, in another shape", () => wire.depth({ ut: 1_007, seq: 7, mod: { asks: [["four", "101.50"]] } })],
  ])(
    "row 5: asks anew where a message %s came between a snapshot without seq and the first seq: its loss leaves no gap",
    async (_kind, damaged) => {
      const book = engine.book(specPair);
      let view = book.latest;
      void (async () => {
        for await (const next of book) {
          view = next;
        }
      })();
      await settle();
      network.last.open();
      network.last.bytes(wire.depth({ ut: 1_000, asks, bids }));
      // The snapshot itself is confirmed.
      answer = {
        updatedAtMs: 1_000,
        asks: [{ price: "101.5", quantity: "1" }],
        bids: [{ price: "99.5", quantity: "2" }],
      };
      await settle(2_500);
      network.last.bytes(damaged());
      network.last.bytes(wire.depth({ ut: 1_008, seq: 8, add: { bids: [["5", "99.6"]] } }));
      await settle();
      expect(view.status).not.toBe("live");
    },
  );

  test("tells trades, and the gap that a break leaves", async () => {
    const heard: string[] = [];
    const stream = engine.deals(specPair);
    void (async () => {
      for await (const item of stream) {
        heard.push(item.kind === "status" ? item.status : item.kind);
      }
    })();
    const trade = { pair: specPair, price: "47741.3", amount: "0.5", time: 1_639_125_637_999, side: 2, id: 1 };
    await settle();
    network.last.open();
    expect(network.last.channels).toEqual([`+${wire.channel(deals)}`]);
    network.last.bytes(wire.data(deals, 0, [trade]));
    await settle();
    network.last.end();
    await settle(5_000);
    network.last.open();
    network.last.bytes(wire.data(deals, 1, [{ ...trade, id: 2, time: trade.time + 5_000 }]));
    await settle();
    expect(heard.filter((what) => what === "deal" || what === "gap")).toEqual(["deal", "gap", "deal"]);
  });

  test("has no tickers", () => {
    expect(() => engine.ticker(specPair)).toThrow(/option-invalid/);
  });

  test("logs in under the service's own name; a final refusal is final", async () => {
    const session = engine.login(new Credential({ apiKey: "canary-key", apiSecret: "canary-secret" }));
    await settle();
    network.last.open();
    const channel = wire.channel("ALL_ALL_login");
    expect(JSON.parse(network.last.sent[0] ?? "")).toMatchObject({ apikey: "canary-key", channel });
    network.last.bytes(wire.loginAcknowledged());
    await settle();
    expect(session.status.phase).toBe("live");
    network.last.bytes(wire.control({ channel, error: { code: "3025", msg: "apikey signature verification failed" } }));
    await settle();
    expect(session.status).toMatchObject({ phase: "refused", error: { venueCode: 3025 } });
    expect(network.alive).toEqual([]);
  });
});
