import { beforeEach, describe, expect, test } from "vitest";
import { snapshotText, updateText } from "../../../../book/src/spec-kit/depth-text.spec-kit.js";
import { channel, ShardOnWire } from "./shard-on-wire.spec-kit.js";

let scene: ShardOnWire;

beforeEach(() => {
  scene = new ShardOnWire();
});

describe("a book comes to life", () => {
  test("connect, subscribe once, snapshot, updates", () => {
    scene.subscribe();
    expect(scene.status()).toEqual({ status: "syncing", reason: "connecting" });
    expect([scene.network.sockets.length, scene.network.last.address]).toEqual([1, "ws://one"]);
    scene.network.last.open();
    expect(scene.network.last.channels).toEqual([`+${channel}`]);
    scene.network.last.zlib(snapshotText(100));
    expect(scene.view()).toEqual({ status: "live", reason: undefined, epoch: 1, seq: 100, levels: 2 });
    scene.network.last.zlib(updateText(101));
    scene.network.last.plain(updateText(102, { add: { asks: [["5", "103"]] } }));
    expect(scene.view()).toMatchObject({ status: "live", seq: 102, levels: 4 });
    expect(scene.shard.statistics()).toMatchObject({ frames: 3, applied: 3, snapshots: 1, connects: 1, rejected: {} });
  });

  test("a book without a state, and a state that is known already, is no view", () => {
    scene.subscribe();
    scene.network.last.open();
    expect([scene.shard.viewOf(1, 1, -1), scene.shard.viewOf(2, 1, -1)]).toEqual([undefined, undefined]);
    scene.network.last.zlib(snapshotText(100));
    const version = scene.shard.viewOf(1, 1, -1)?.version ?? 0;
    expect(scene.shard.viewOf(1, 1, version)).toBeUndefined();
    scene.network.last.zlib(updateText(101));
    expect(scene.shard.viewOf(1, 1, version)).toMatchObject({ seq: 101 });
  });

  test("a finer decimal rescales the book, through the general path", () => {
    scene.goLive();
    scene.network.last.zlib(updateText(101, { add: { asks: [["0.00000001", "101.4999"]] } }));
    const data = scene.shard.viewOf(1, 100, -1);
    expect(data).toMatchObject({ status: "live", seq: 101, priceScale: 4, quantityScale: 8 });
    expect(Array.from(data?.columns.subarray(0, 4) ?? [])).toEqual([1_014_999, 1_015_000, 1, 100_000_000]);
    scene.network.last.zlib(updateText(102));
    expect(scene.view()).toMatchObject({ status: "live", seq: 102 });
    expect(scene.shard.statistics().generalPath).toBe(2);
  });

  test("one absurdly fine number costs neither the book nor a resync, and is forgotten with the next snapshot", () => {
    scene.goLive();
    scene.network.last.zlib(updateText(101, { add: { asks: [["0.0000000000000000000001", "150"]] } }));
    expect(scene.view()).toMatchObject({ status: "live", seq: 101, levels: 3 });
    const exact = scene.shard.viewOf(1, 100, -1);
    expect([exact?.quantityScale, exact?.exact?.slice(2, 4), exact?.columns.length]).toEqual([
      22,
      [10_000_000_000_000_000_000_000n, 1n],
      0,
    ]);
    scene.network.last.zlib(snapshotText(102));
    scene.network.last.zlib(updateText(103));
    expect(scene.view()).toMatchObject({ status: "live", seq: 103, levels: 3 });
    expect(scene.shard.viewOf(1, 100, -1)).toMatchObject({ exact: undefined, quantityScale: 0 });
  });

  test("messages in another spelling give the same book", () => {
    scene.goLive();
    const spaced = JSON.stringify(JSON.parse(updateText(101)), undefined, 1);
    scene.network.last.zlib(spaced);
    expect(scene.view()).toMatchObject({ status: "live", seq: 101, levels: 3 });
  });

  test("with a connection that cannot be made, the user sees why", () => {
    scene.subscribe();
    scene.network.last.end(1006, "refused");
    scene.readStatuses();
    expect(scene.status()).toEqual({ status: "syncing", reason: "connection-failed" });
    expect(scene.shard.statistics().connectFailures).toBe(1);
    scene.clock.advance(5_000);
    expect([scene.network.sockets.length, scene.network.last.address]).toEqual([2, "ws://two"]);
  });
});

describe("a gap", () => {
  beforeEach(() => {
    scene.goLive();
    scene.network.last.zlib(updateText(101));
    scene.network.last.zlib(updateText(105, { add: { bids: [["9", "100"]] } }));
  });

  test("applies nothing and is told at once", () => {
    expect(scene.view()).toEqual({ status: "gapped", reason: "gap", epoch: 1, seq: 101, levels: 3 });
    scene.readStatuses();
    expect(scene.status()).toEqual({ status: "gapped", reason: "gap" });
  });

  test("resyncs after a random delay by unsubscribe and subscribe, and drops updates until the snapshot", () => {
    expect(scene.network.last.channels).toEqual([`+${channel}`]);
    scene.clock.advance(250);
    expect(scene.network.last.channels).toEqual([`+${channel}`, `-${channel}`, `+${channel}`]);
    scene.network.last.zlib(updateText(106));
    expect(scene.view()).toMatchObject({ status: "gapped", seq: 101 });
    scene.network.last.zlib(snapshotText(106));
    scene.network.last.zlib(updateText(107));
    expect(scene.view()).toMatchObject({ status: "live", epoch: 2, seq: 107 });
    expect(scene.shard.statistics()).toMatchObject({ gaps: 1, resyncs: 1, awaitingSnapshot: 1 });
  });

  test("is healed by a snapshot that comes anyway, without a resync", () => {
    scene.network.last.zlib(snapshotText(105));
    expect(scene.view()).toMatchObject({ status: "live", epoch: 2, seq: 105 });
    scene.passQuietly(60);
    expect(scene.network.last.channels).toEqual([`+${channel}`]);
  });
});

describe("a snapshot that does not come", () => {
  test("is asked for again after 5 s, and the third time on another connection after a backoff", () => {
    scene.subscribe();
    const first = scene.network.last;
    first.open();
    scene.clock.advance(5_000);
    scene.clock.advance(5_000);
    expect(first.channels).toEqual([`+${channel}`, `-${channel}`, `+${channel}`, `-${channel}`, `+${channel}`]);
    first.controlFrame();
    scene.clock.advance(5_000);
    expect(first.channels.at(-1)).toBe(`-${channel}`);
    expect(first.closedWith).toBe(1000);
    scene.clock.advance(5_000);
    expect(scene.network.sockets.length).toBe(2);
    expect(scene.network.last.address).toBe("ws://two");
    scene.network.last.open();
    scene.network.last.zlib(snapshotText(100));
    expect(scene.view()).toMatchObject({ status: "live", seq: 100 });
    expect(scene.shard.statistics()).toMatchObject({ unanswered: 3, resyncs: 2 });
  });

  test("does not disturb the other books of its connection", () => {
    scene.subscribe(1);
    scene.subscribe(2, "4ETH_USDT");
    const first = scene.network.last;
    first.open();
    first.zlib(snapshotText(100));
    for (let second = 1; second <= 20; second++) {
      scene.clock.advance(1_000);
      first.zlib(updateText(100 + second));
    }
    expect(first.closedWith).toBeUndefined();
    expect(scene.view(1)).toMatchObject({ status: "live", epoch: 1 });
    expect(scene.network.sockets.length).toBe(2);
    scene.network.last.open();
    expect(scene.network.last.channels).toEqual(["+4ETH_USDT_depth"]);
  });
});

describe("a venue that counts in larger steps", () => {
  test("is suspected after three resyncs at the first step, and no storm follows", () => {
    scene.subscribe();
    scene.network.last.open();
    let seq = 100;
    for (let second = 0; second < 300; second++) {
      const { channels } = scene.network.last;
      if (channels.length > 0) {
        scene.network.last.sent.length = 0;
        scene.network.last.zlib(snapshotText(seq));
      }
      seq += 4;
      scene.network.last.zlib(updateText(seq));
      scene.clock.advance(1_000);
    }
    expect(scene.view()).toMatchObject({ status: "gapped", reason: "sequence-policy" });
    expect(scene.shard.statistics().resyncs).toBeLessThanOrEqual(3 + 300 / 30);
  });

  test("is followed under monotonic", () => {
    scene = new ShardOnWire({ sequencePolicy: "monotonic" });
    scene.goLive();
    scene.network.last.zlib(updateText(104));
    expect(scene.view()).toMatchObject({ status: "live", seq: 104 });
    expect(scene.shard.viewOf(1, 1, -1)?.integrity).toBe("unsequenced");
  });
});

describe("a cut connection", () => {
  beforeEach(() => {
    scene.goLive();
    scene.network.last.end();
  });

  test("makes the book stale at once", () => {
    expect(scene.view()).toMatchObject({ status: "stale", reason: "disconnected", seq: 100 });
    scene.readStatuses();
    expect(scene.status()).toEqual({ status: "stale", reason: "disconnected" });
  });

  test("is replaced, subscribed to exactly once, and the book begins anew", () => {
    const former = scene.network.last;
    scene.clock.advance(10_000);
    scene.network.last.open();
    expect(scene.network.last.channels).toEqual([`+${channel}`]);
    former.zlib(updateText(101));
    expect(scene.view()).toMatchObject({ status: "stale", seq: 100 });
    scene.network.last.zlib(updateText(101));
    expect(scene.view()).toMatchObject({ status: "stale", seq: 100 });
    scene.network.last.zlib(snapshotText(3));
    expect(scene.view()).toMatchObject({ status: "live", epoch: 2, seq: 3 });
    expect(scene.shard.statistics()).toMatchObject({ connectionsLost: 1, reconnects: 1, connects: 2 });
  });
});

describe("liveness", () => {
  test("a silent connection is replaced within 15 s", () => {
    scene.goLive();
    const first = scene.network.last;
    scene.clock.advance(15_000);
    expect(first.pings).toBeGreaterThan(0);
    expect(first.sent.some((text) => text.includes('"ping"'))).toBe(true);
    expect(first.closedWith).toBe(1000);
    expect(scene.view()).toMatchObject({ status: "stale", reason: "disconnected" });
  });

  test("24 quiet hours, each ping answered, never reconnect", () => {
    scene.goLive();
    const { last } = scene.network;
    last.onSend = (text) => {
      const { ping }: { ping?: number } = JSON.parse(text);
      if (ping !== undefined) {
        scene.clock.after(50, () => last.bytes(new TextEncoder().encode(`{"pong":${ping}}`)));
      }
    };
    scene.clock.advance(24 * 3_600_000);
    expect(scene.network.sockets.length).toBe(1);
    expect(scene.view()).toMatchObject({ status: "live", epoch: 1 });
  });

  test("the venue's pings of both kinds count as a sign of life, and JSON is answered", () => {
    scene.goLive();
    scene.network.last.plain('{"ping":1639124171584}');
    expect(scene.network.last.sent.at(-1)).toBe('{"pong":1639124171584}');
    for (let round = 0; round < 10; round++) {
      scene.network.last.controlFrame();
      scene.clock.advance(4_000);
    }
    expect(scene.network.sockets.length).toBe(1);
  });
});
