import { type FakeClock, fakeClock, seededRandom } from "@depthwire/testkit";
import { beforeEach, describe, expect, test } from "vitest";
import { depthText, snapshotText, specPair, updateText } from "../../../../book/src/spec-kit/depth-text.spec-kit.js";
import { type EngineOptions, resolveEngineOptions } from "../../engine/engine-options.js";
import { compressedFrame, FakeNetwork } from "../../spec-kit/fake-network.spec-kit.js";
import { createSpecInflate } from "../../spec-kit/zlib-inflate.spec-kit.js";
import { runShard, type ShardHandle } from "./run-shard.js";
import type { FromShard, ToShard } from "./shard-messages.js";

const topic = `${specPair}_depth`;

let clock: FakeClock;
let network: FakeNetwork;
let shard: ShardHandle;
let told: FromShard[];
let tell: (message: ToShard) => void;

function start(options: Partial<EngineOptions> = {}): void {
  clock = fakeClock();
  network = new FakeNetwork();
  told = [];
  const { config } = resolveEngineOptions({ addresses: ["ws://one", "ws://two"], ...options });
  const port = {
    post: (message: FromShard) => told.push(message),
    onMessage: (handler: (message: ToShard) => void) => {
      tell = handler;
    },
  };
  const world = {
    clock,
    random: seededRandom(7),
    openSocket: network.openSocket,
    createInflate: createSpecInflate,
  };
  shard = runShard({ ...config, shard: 0 }, port, world);
}

function subscribe(book = 1, pair = specPair, epoch = 0): void {
  tell({ kind: "subscribe", book, pair, epoch });
}

/** Present state of a book as a view would show it. */
function view(book = 1) {
  const data = shard.viewOf(book, 100, -1);
  if (data === undefined) {
    return undefined;
  }
  const { status, reason, epoch, seq, askCount, bidCount } = data;
  return { status, reason, epoch, seq, levels: askCount + bidCount };
}

/** The latest status that the host was told. */
function status(book = 1) {
  const messages = told.flatMap((message) => {
    if (message.kind === "status" && message.book === book) {
      return [{ status: message.status, reason: message.reason }];
    }
    return message.kind === "view" && message.view.book === book
      ? [{ status: message.view.status, reason: message.view.reason }]
      : [];
  });
  return messages.at(-1);
}

/** Answers the status messages, as a host would, so that the next ones come. */
function readStatuses(): void {
  for (let read = 0; read < told.length; read++) {
    const message = told[read];
    if (message?.kind === "status") {
      tell({ kind: "status-read", book: message.book });
    }
  }
}

/** Time passes while the peer shows that it lives. */
function passQuietly(seconds: number): void {
  for (let second = 0; second < seconds; second++) {
    network.last.controlFrame();
    clock.advance(1_000);
  }
}

/** Subscribed, connected, live at seq 100. */
function goLive(): void {
  subscribe();
  network.last.open();
  network.last.zlib(snapshotText(100));
}

beforeEach(() => start());

describe("a book comes to life", () => {
  test("connect, subscribe once, snapshot, updates", () => {
    subscribe();
    expect(status()).toEqual({ status: "syncing", reason: "connecting" });
    expect([network.sockets.length, network.last.address]).toEqual([1, "ws://one"]);
    network.last.open();
    expect(network.last.channels).toEqual([`+${topic}`]);
    network.last.zlib(snapshotText(100));
    expect(view()).toEqual({ status: "live", reason: undefined, epoch: 1, seq: 100, levels: 2 });
    network.last.zlib(updateText(101));
    network.last.plain(updateText(102, { add: { asks: [["5", "103"]] } }));
    expect(view()).toMatchObject({ status: "live", seq: 102, levels: 4 });
    expect(shard.statistics()).toMatchObject({ frames: 3, applied: 3, snapshots: 1, connects: 1, rejected: {} });
  });

  test("a book without a state, and a state that is known already, is no view", () => {
    subscribe();
    network.last.open();
    expect([shard.viewOf(1, 1, -1), shard.viewOf(2, 1, -1)]).toEqual([undefined, undefined]);
    network.last.zlib(snapshotText(100));
    const version = shard.viewOf(1, 1, -1)?.version ?? 0;
    expect(shard.viewOf(1, 1, version)).toBeUndefined();
    network.last.zlib(updateText(101));
    expect(shard.viewOf(1, 1, version)).toMatchObject({ seq: 101 });
  });

  test("a finer decimal rescales the book, through the general path", () => {
    goLive();
    network.last.zlib(updateText(101, { add: { asks: [["0.00000001", "101.4999"]] } }));
    const data = shard.viewOf(1, 100, -1);
    expect(data).toMatchObject({ status: "live", seq: 101, priceScale: 4, quantityScale: 8 });
    expect(Array.from(data?.columns.subarray(0, 4) ?? [])).toEqual([1_014_999, 1_015_000, 1, 100_000_000]);
    network.last.zlib(updateText(102));
    expect(view()).toMatchObject({ status: "live", seq: 102 });
    expect(shard.statistics().generalPath).toBe(2);
  });

  test("one absurdly fine number costs neither the book nor a resync, and is forgotten with the next snapshot", () => {
    goLive();
    network.last.zlib(updateText(101, { add: { asks: [["0.0000000000000000000001", "150"]] } }));
    expect(view()).toMatchObject({ status: "live", seq: 101, levels: 3 });
    const exact = shard.viewOf(1, 100, -1);
    expect([exact?.quantityScale, exact?.exact?.slice(2, 4), exact?.columns.length]).toEqual([
      22,
      [10_000_000_000_000_000_000_000n, 1n],
      0,
    ]);
    network.last.zlib(snapshotText(102));
    network.last.zlib(updateText(103));
    expect(view()).toMatchObject({ status: "live", seq: 103, levels: 3 });
    expect(shard.viewOf(1, 100, -1)).toMatchObject({ exact: undefined, quantityScale: 0 });
  });

  test("messages in another spelling give the same book", () => {
    goLive();
    const spaced = JSON.stringify(JSON.parse(updateText(101)), undefined, 1);
    network.last.zlib(spaced);
    expect(view()).toMatchObject({ status: "live", seq: 101, levels: 3 });
  });

  test("with a connection that cannot be made, the user sees why", () => {
    subscribe();
    network.last.end(1006, "refused");
    readStatuses();
    expect(status()).toEqual({ status: "syncing", reason: "connection-failed" });
    expect(shard.statistics().connectFailures).toBe(1);
    clock.advance(5_000);
    expect([network.sockets.length, network.last.address]).toEqual([2, "ws://two"]);
  });
});

describe("a gap", () => {
  beforeEach(() => {
    goLive();
    network.last.zlib(updateText(101));
    network.last.zlib(updateText(105, { add: { bids: [["9", "100"]] } }));
  });

  test("applies nothing and is told at once", () => {
    expect(view()).toEqual({ status: "gapped", reason: "gap", epoch: 1, seq: 101, levels: 3 });
    readStatuses();
    expect(status()).toEqual({ status: "gapped", reason: "gap" });
  });

  test("resyncs after a random delay by unsubscribe and subscribe, and drops updates until the snapshot", () => {
    expect(network.last.channels).toEqual([`+${topic}`]);
    clock.advance(250);
    expect(network.last.channels).toEqual([`+${topic}`, `-${topic}`, `+${topic}`]);
    network.last.zlib(updateText(106));
    expect(view()).toMatchObject({ status: "gapped", seq: 101 });
    network.last.zlib(snapshotText(106));
    network.last.zlib(updateText(107));
    expect(view()).toMatchObject({ status: "live", epoch: 2, seq: 107 });
    expect(shard.statistics()).toMatchObject({ gaps: 1, resyncs: 1, awaitingSnapshot: 1 });
  });

  test("is healed by a snapshot that comes anyway, without a resync", () => {
    network.last.zlib(snapshotText(105));
    expect(view()).toMatchObject({ status: "live", epoch: 2, seq: 105 });
    passQuietly(60);
    expect(network.last.channels).toEqual([`+${topic}`]);
  });
});

describe("a snapshot that does not come", () => {
  test("is asked for again after 5 s, and the third time on another connection after a backoff", () => {
    subscribe();
    const first = network.last;
    first.open();
    clock.advance(5_000);
    clock.advance(5_000);
    expect(first.channels).toEqual([`+${topic}`, `-${topic}`, `+${topic}`, `-${topic}`, `+${topic}`]);
    first.controlFrame();
    clock.advance(5_000);
    expect(first.channels.at(-1)).toBe(`-${topic}`);
    expect(first.closedWith).toBe(1000);
    clock.advance(5_000);
    expect(network.sockets.length).toBe(2);
    expect(network.last.address).toBe("ws://two");
    network.last.open();
    network.last.zlib(snapshotText(100));
    expect(view()).toMatchObject({ status: "live", seq: 100 });
    expect(shard.statistics()).toMatchObject({ unanswered: 3, resyncs: 2 });
  });

  test("does not disturb the other books of its connection", () => {
    subscribe(1);
    subscribe(2, "4ETH_USDT");
    const first = network.last;
    first.open();
    first.zlib(snapshotText(100));
    for (let second = 1; second <= 20; second++) {
      clock.advance(1_000);
      first.zlib(updateText(100 + second));
    }
    expect(first.closedWith).toBeUndefined();
    expect(view(1)).toMatchObject({ status: "live", epoch: 1 });
    expect(network.sockets.length).toBe(2);
    network.last.open();
    expect(network.last.channels).toEqual(["+4ETH_USDT_depth"]);
  });
});

describe("a venue that counts in larger steps", () => {
  test("is suspected after three resyncs at the first step, and no storm follows", () => {
    subscribe();
    network.last.open();
    let seq = 100;
    for (let second = 0; second < 300; second++) {
      const { channels } = network.last;
      if (channels.length > 0) {
        network.last.sent.length = 0;
        network.last.zlib(snapshotText(seq));
      }
      seq += 4;
      network.last.zlib(updateText(seq));
      clock.advance(1_000);
    }
    expect(view()).toMatchObject({ status: "gapped", reason: "sequence-policy" });
    expect(shard.statistics().resyncs).toBeLessThanOrEqual(3 + 300 / 30);
  });

  test("is followed under monotonic", () => {
    start({ sequencePolicy: "monotonic" });
    goLive();
    network.last.zlib(updateText(104));
    expect(view()).toMatchObject({ status: "live", seq: 104 });
    expect(shard.viewOf(1, 1, -1)?.integrity).toBe("unsequenced");
  });
});

describe("a cut connection", () => {
  beforeEach(() => {
    goLive();
    network.last.end();
  });

  test("makes the book stale at once", () => {
    expect(view()).toMatchObject({ status: "stale", reason: "disconnected", seq: 100 });
    readStatuses();
    expect(status()).toEqual({ status: "stale", reason: "disconnected" });
  });

  test("is replaced, subscribed to exactly once, and the book begins anew", () => {
    const former = network.last;
    clock.advance(10_000);
    network.last.open();
    expect(network.last.channels).toEqual([`+${topic}`]);
    former.zlib(updateText(101));
    expect(view()).toMatchObject({ status: "stale", seq: 100 });
    network.last.zlib(updateText(101));
    expect(view()).toMatchObject({ status: "stale", seq: 100 });
    network.last.zlib(snapshotText(3));
    expect(view()).toMatchObject({ status: "live", epoch: 2, seq: 3 });
    expect(shard.statistics()).toMatchObject({ connectionsLost: 1, reconnects: 1, connects: 2 });
  });
});

describe("liveness", () => {
  test("a silent connection is replaced within 15 s", () => {
    goLive();
    const first = network.last;
    clock.advance(15_000);
    expect(first.pings).toBeGreaterThan(0);
    expect(first.sent.some((text) => text.includes('"ping"'))).toBe(true);
    expect(first.closedWith).toBe(1000);
    expect(view()).toMatchObject({ status: "stale", reason: "disconnected" });
  });

  test("24 quiet hours, each ping answered, never reconnect", () => {
    goLive();
    const { last } = network;
    last.onSend = (text) => {
      const { ping }: { ping?: number } = JSON.parse(text);
      if (ping !== undefined) {
        clock.after(50, () => last.bytes(new TextEncoder().encode(`{"pong":${ping}}`)));
      }
    };
    clock.advance(24 * 3_600_000);
    expect(network.sockets.length).toBe(1);
    expect(view()).toMatchObject({ status: "live", epoch: 1 });
  });

  test("the venue's pings of both kinds count as a sign of life, and JSON is answered", () => {
    goLive();
    network.last.plain('{"ping":1639124171584}');
    expect(network.last.sent.at(-1)).toBe('{"pong":1639124171584}');
    for (let round = 0; round < 10; round++) {
      network.last.controlFrame();
      clock.advance(4_000);
    }
    expect(network.sockets.length).toBe(1);
  });
});

describe("bad input", () => {
  const encode = (text: string) => new TextEncoder().encode(text);

  test.each([
    ["frame-empty", encode("")],
    ["frame-unknown-marker", encode("9{}")],
    ["frame-unknown-compression", encode("1garbage")],
    ["frame-corrupt", compressedFrame(updateText(101)).map((byte, at) => (at === 20 ? byte ^ 0xff : byte))],
    ["json-syntax", encode('0{"topic":')],
    ["message-shape", encode('0{"hello":1}')],
    ["unknown-topic", encode(`0${updateText(101, { pair: "4XXX_USDT" })}`)],
    ["pair-mismatch", encode(`0${updateText(101).replace(`"pair":"${specPair}"`, '"pair":"4ETH_USDT"')}`)],
  ] as const)("%s: counted; no book is touched and nothing is thrown", (code, bytes) => {
    goLive();
    network.last.bytes(bytes);
    expect(view()).toMatchObject({ status: "live", seq: 100 });
    expect(shard.statistics().rejected).toEqual({ [code]: 1 });
    network.last.zlib(updateText(101));
    expect(view()).toMatchObject({ status: "live", seq: 101 });
  });

  test.each([
    ["negative-quantity", "rejected-message", updateText(101, { add: { asks: [["-1", "102.5"]] } })],
    ["message-shape", "rejected-message", depthText({ ut: 1_101, add: { asks: null } })],
    ["message-shape", "rejected-message", updateText(101).replace('"seq":101', '"seq":"1O1"')],
    ["number-too-large", "number-too-large", updateText(101, { add: { asks: [["1", "9".repeat(39)]] } })],
    [
      "too-many-levels",
      "overflow",
      updateText(101, {
        add: { asks: Array.from({ length: 5_000 }, (_, index) => ["1", String(200 + index)] as const) },
      }),
    ],
  ] as const)("%s in a message that names its pair: gapped, %s", (code, reason, text) => {
    goLive();
    network.last.zlib(text);
    expect(view()).toMatchObject({ status: "gapped", reason, seq: 100, levels: 2 });
    expect(shard.statistics().rejected).toEqual({ [code]: 1 });
    clock.advance(250);
    network.last.zlib(snapshotText(101));
    expect(view()).toMatchObject({ status: "live", seq: 101 });
  });

  test("a snapshot that cannot be read is explained and asked for again", () => {
    subscribe();
    network.last.open();
    network.last.zlib(snapshotText(100, { asks: [["-1", "101.5"]] }));
    readStatuses();
    expect(status()).toEqual({ status: "syncing", reason: "rejected-message" });
    clock.advance(5_000);
    network.last.zlib(snapshotText(101));
    expect(view()).toMatchObject({ status: "live" });
  });

  test("a damaged frame makes every book of its connection resync under monotonic", () => {
    start({ sequencePolicy: "monotonic", subscriptionsPerConnection: 2 });
    for (const [index, pair] of ["4BTC_USDT", "4ETH_USDT", "4LTC_USDT"].entries()) {
      subscribe(index + 1, pair);
      const socket = network.last;
      socket.open();
      socket.zlib(snapshotText(100, { pair }));
    }
    expect(network.sockets.length).toBe(2);
    network.sockets[0]?.bytes(encode("1garbage"));
    expect([view(1), view(2), view(3)]).toMatchObject([
      { status: "gapped", reason: "damaged-frame" },
      { status: "gapped", reason: "damaged-frame" },
      { status: "live" },
    ]);
  });

  test.each(["unknown-topic", "pair-mismatch"])("%s is no damage: no book resyncs, under monotonic either", (code) => {
    start({ sequencePolicy: "monotonic" });
    goLive();
    const other = updateText(101, { pair: "4ETH_USDT" });
    network.last.plain(code === "unknown-topic" ? other : other.replace('"topic":"4ETH', '"topic":"4BTC'));
    expect(shard.statistics().rejected).toEqual({ [code]: 1 });
    expect(view()).toMatchObject({ status: "live" });
  });

  test("a defect in this package is counted and makes the books of the connection resync", () => {
    goLive();
    const deflated = compressedFrame(updateText(101));
    const broken = { ...Object.fromEntries(deflated.entries()), length: deflated.length } as unknown as Uint8Array;
    network.last.bytes(broken);
    expect(shard.statistics().internalErrors).toBe(1);
    expect(view()).toMatchObject({ status: "gapped", reason: "internal-error" });
  });

  test("errors of the venue are counted; one that names a channel explains its book", () => {
    subscribe();
    network.last.open();
    network.last.bytes(encode('{"error":{"code":"4003","msg":"The server is busy, please try again later"}}'));
    network.last.bytes(encode(`{"channel":"${topic}","error":{"code":"3009","msg":"Illegal subscription channel"}}`));
    readStatuses();
    expect(status()).toEqual({ status: "syncing", reason: "subscription-refused" });
    expect(shard.statistics().venueErrors).toEqual({ 4003: 1, 3009: 1 });
    passQuietly(29);
    expect(network.last.channels).toHaveLength(1);
    passQuietly(31);
    expect(network.sockets[0]?.channels.slice(0, 3)).toEqual([`+${topic}`, `-${topic}`, `+${topic}`]);
  });
});

describe("connections", () => {
  const pairs = Array.from({ length: 45 }, (_, index) => `4C${index}_USDT`);

  test("carry at most 20 subscriptions each", () => {
    for (const [index, pair] of pairs.entries()) {
      subscribe(index, pair);
    }
    for (const socket of network.sockets) {
      socket.open();
    }
    expect(network.sockets.map(({ channels }) => channels.length)).toEqual([20, 20, 5]);
  });

  test("are filled up before another one is made; of those with room the emptiest is taken; closed with the last book", () => {
    for (const [index, pair] of pairs.slice(0, 21).entries()) {
      subscribe(index, pair);
    }
    tell({ kind: "unsubscribe", book: 3 });
    subscribe(50, "4NEW_USDT");
    expect(network.sockets.length).toBe(2);
    network.sockets[1]?.open();
    expect(network.sockets[1]?.channels).toEqual(["+4C20_USDT_depth", "+4NEW_USDT_depth"]);
    tell({ kind: "unsubscribe", book: 20 });
    expect(network.sockets[1]?.closedWith).toBeUndefined();
    tell({ kind: "unsubscribe", book: 50 });
    expect(network.sockets[1]?.closedWith).toBe(1000);
    expect(network.sockets[0]?.closedWith).toBeUndefined();
  });

  test("messages that come after an unsubscribe touch nothing", () => {
    goLive();
    subscribe(2, "4ETH_USDT");
    tell({ kind: "unsubscribe", book: 1 });
    expect(network.last.channels.at(-1)).toBe(`-${topic}`);
    network.last.zlib(updateText(101));
    expect(shard.statistics().rejected).toEqual({ "unknown-topic": 1 });
  });
});

describe("a book that waits for its resync", () => {
  beforeEach(() => {
    goLive();
    subscribe(2, "4ETH_USDT");
    network.last.zlib(snapshotText(100, { pair: "4ETH_USDT" }));
    network.last.zlib(updateText(105));
  });

  test("has no timer left when it is given up", () => {
    const before = clock.pending();
    tell({ kind: "unsubscribe", book: 1 });
    expect(clock.pending()).toBe(before - 1);
    passQuietly(10);
    expect(shard.statistics().resyncs).toBe(0);
  });

  test("has no timer left when its connection is lost: the next one subscribes anyway", () => {
    network.last.end();
    clock.advance(10_000);
    network.last.open();
    expect(network.last.channels.toSorted()).toEqual(["+4BTC_USDT_depth", "+4ETH_USDT_depth"]);
    network.last.zlib(snapshotText(200));
    network.last.zlib(snapshotText(200, { pair: "4ETH_USDT" }));
    passQuietly(20);
    expect(shard.statistics().resyncs).toBe(0);
    expect(network.last.channels).toHaveLength(2);
  });
});

describe("what the host is told", () => {
  const views = () => told.filter((message) => message.kind === "view");

  test("a view needs a credit, and the newest state is what it shows", () => {
    goLive();
    expect(views()).toEqual([]);
    network.last.zlib(updateText(101));
    network.last.zlib(updateText(102));
    tell({ kind: "credit", book: 1, levels: 10 });
    expect(views()).toMatchObject([{ view: { seq: 102 } }]);
    network.last.zlib(updateText(103));
    expect(views()).toHaveLength(1);
    tell({ kind: "credit", book: 1, levels: 10 });
    expect(views()).toMatchObject([{ view: { seq: 102 } }, { view: { seq: 103 } }]);
  });

  test("a credit waits for a change", () => {
    goLive();
    tell({ kind: "credit", book: 1, levels: 10 });
    tell({ kind: "credit", book: 1, levels: 10 });
    expect(views()).toHaveLength(1);
    network.last.zlib(updateText(101));
    expect(views()).toHaveLength(2);
  });

  test("no more levels than were asked for, best first", () => {
    goLive();
    network.last.zlib(updateText(101, { add: { asks: [["7", "101.4"]] } }));
    tell({ kind: "credit", book: 1, levels: 1 });
    const [message] = views();
    expect(message).toMatchObject({ view: { askCount: 1, bidCount: 1, priceScale: 1 } });
    expect(message?.kind === "view" && Array.from(message.view.columns)).toEqual([1_014, 7, 995, 2]);
  });

  test("a host that reads nothing gets no second status and no second view, whatever happens", () => {
    goLive();
    tell({ kind: "credit", book: 1, levels: 10 });
    for (let round = 0; round < 50; round++) {
      network.last.zlib(updateText(1_000 * (round + 1)));
      clock.advance(60_000);
    }
    expect(told.filter((message) => message.kind === "status").length).toBeLessThanOrEqual(2);
    expect(views()).toHaveLength(1);
    readStatuses();
    expect(status()?.status).not.toBe("live");
  });

  test("a beat is answered with the statistics, a stop ends everything", () => {
    goLive();
    tell({ kind: "beat", beat: 7 });
    expect(told.at(-1)).toMatchObject({ kind: "beat", beat: 7, statistics: { frames: 1 } });
    tell({ kind: "stop" });
    expect(told.at(-1)).toMatchObject({ kind: "stopped" });
    expect(network.alive).toEqual([]);
    expect(clock.pending()).toBe(0);
    tell({ kind: "unsubscribe", book: 1 });
    tell({ kind: "credit", book: 1, levels: 1 });
  });
});
