import { createModuleInflate } from "@depthwire/book/wasm";
import { beforeEach, describe, expect, test } from "vitest";
import { boundedModule } from "../../../../book/src/spec-kit/bounded-module.spec-kit.js";
import { depthText, snapshotText, specPair, updateText } from "../../../../book/src/spec-kit/depth-text.spec-kit.js";
import { compressedFrame } from "../../spec-kit/fake-network.spec-kit.js";
import { sumStatistics } from "./every-shard-feature.js";
import { channel, ShardOnWire } from "./shard-on-wire.spec-kit.js";
import { noStatistics } from "./shard-statistics.js";

let scene: ShardOnWire;

beforeEach(() => {
  scene = new ShardOnWire();
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
    ["unknown-channel", encode(`0${updateText(101, { pair: "4XXX_USDT" })}`)],
    ["pair-mismatch", encode(`0${updateText(101).replace(`"pair":"${specPair}"`, '"pair":"4ETH_USDT"')}`)],
  ] as const)("%s: counted; no book is touched and nothing is thrown", (code, bytes) => {
    scene.goLive();
    scene.network.last.bytes(bytes);
    expect(scene.view()).toMatchObject({ status: "live", seq: 100 });
    expect(scene.shard.statistics().rejected).toEqual({ [code]: 1 });
    scene.network.last.zlib(updateText(101));
    expect(scene.view()).toMatchObject({ status: "live", seq: 101 });
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
    scene.goLive();
    scene.network.last.zlib(text);
    expect(scene.view()).toMatchObject({ status: "gapped", reason, seq: 100, levels: 2 });
    expect(scene.shard.statistics().rejected).toEqual({ [code]: 1 });
    scene.clock.advance(250);
    scene.network.last.zlib(snapshotText(101));
    expect(scene.view()).toMatchObject({ status: "live", seq: 101 });
  });

  test("a snapshot that cannot be read is explained and asked for again", () => {
    scene.subscribe();
    scene.network.last.open();
    scene.network.last.zlib(snapshotText(100, { asks: [["-1", "101.5"]] }));
    scene.readStatuses();
    expect(scene.status()).toEqual({ status: "syncing", reason: "rejected-message" });
    scene.clock.advance(5_000);
    scene.network.last.zlib(snapshotText(101));
    expect(scene.view()).toMatchObject({ status: "live" });
  });

  test("a damaged frame makes every book of its connection resync under monotonic", () => {
    scene = new ShardOnWire({ sequencePolicy: "monotonic", subscriptionsPerConnection: 2 });
    for (const [index, pair] of ["4BTC_USDT", "4ETH_USDT", "4LTC_USDT"].entries()) {
      scene.subscribe(index + 1, pair);
      const socket = scene.network.last;
      socket.open();
      socket.zlib(snapshotText(100, { pair }));
    }
    expect(scene.network.sockets.length).toBe(2);
    scene.network.sockets[0]?.bytes(encode("1garbage"));
    expect([scene.view(1), scene.view(2), scene.view(3)]).toMatchObject([
      { status: "gapped", reason: "damaged-frame" },
      { status: "gapped", reason: "damaged-frame" },
      { status: "live" },
    ]);
  });

  test("a message whose text finds no memory in the module is refused alone: books that it is not of stay live", () => {
    scene = new ShardOnWire({}, () => createModuleInflate(boundedModule(31)));
    scene.goLive();
    scene.subscribe(2, "4ETH_USDT");
    scene.network.last.zlib(snapshotText(100, { pair: "4ETH_USDT" }));
    for (let time = 1; time <= 2; time++) {
      scene.network.last.zlib(updateText(100 + time, { pair: "4ETH_USDT" }) + " ".repeat(300_000));
      expect(scene.shard.statistics()).toMatchObject({ internalErrors: 0, rejected: { "frame-too-large": time } });
      scene.network.last.zlib(updateText(100 + time));
      expect(scene.view()).toMatchObject({ status: "live", seq: 100 + time });
    }
    scene.network.last.zlib(updateText(103, { pair: "4ETH_USDT" }));
    expect(scene.view(2)).toMatchObject({ status: "gapped", reason: "gap" });
  });

  test.each(["unknown-channel", "pair-mismatch"])(
    "%s is no damage: no book resyncs, under monotonic either",
    (code) => {
      scene = new ShardOnWire({ sequencePolicy: "monotonic" });
      scene.goLive();
      const other = updateText(101, { pair: "4ETH_USDT" });
      scene.network.last.plain(code === "unknown-channel" ? other : other.replace('"topic":"4ETH', '"topic":"4BTC'));
      expect(scene.shard.statistics().rejected).toEqual({ [code]: 1 });
      expect(scene.view()).toMatchObject({ status: "live" });
    },
  );

  test("a defect in this package is counted and makes the books of the connection resync", () => {
    scene.goLive();
    const deflated = compressedFrame(updateText(101));
    const broken = { ...Object.fromEntries(deflated.entries()), length: deflated.length } as unknown as Uint8Array;
    scene.network.last.bytes(broken);
    expect(scene.shard.statistics().internalErrors).toBe(1);
    expect(scene.view()).toMatchObject({ status: "gapped", reason: "internal-error" });
  });

  test("errors of the venue are counted; one that names a channel explains its book", () => {
    scene.subscribe();
    scene.network.last.open();
    scene.network.last.bytes(encode('{"error":{"code":"4003","msg":"The server is busy, please try again later"}}'));
    scene.network.last.bytes(
      encode(`{"channel":"${channel}","error":{"code":"3009","msg":"Illegal subscription channel"}}`),
    );
    scene.readStatuses();
    expect(scene.status()).toEqual({ status: "syncing", reason: "subscription-refused" });
    expect(scene.shard.statistics().venueErrors).toEqual({ 4003: 1, 3009: 1 });
    scene.passQuietly(29);
    expect(scene.network.last.channels).toHaveLength(1);
    scene.passQuietly(31);
    expect(scene.network.sockets[0]?.channels.slice(0, 3)).toEqual([`+${channel}`, `-${channel}`, `+${channel}`]);
  });

  test("a venue that makes up codes without an end makes the counts no longer", () => {
    scene.subscribe();
    scene.network.last.open();
    const say = (code: number): void => {
      scene.network.last.bytes(encode(`{"error":{"code":"${code}","msg":"x"}}`));
    };
    for (let code = 50_000; code < 50_500; code++) {
      say(code);
    }
    say(3009);
    say(50_000);
    const { venueErrors } = scene.shard.statistics();
    expect(Object.keys(venueErrors)).toHaveLength(34);
    expect(venueErrors).toMatchObject({ 3009: 1, 50000: 2, 50031: 1, others: 468 });
    // Shards and threads before them told theirs: a sum is bounded as well.
    const sum = sumStatistics([
      noStatistics(),
      { ...noStatistics(), venueErrors: { 60000: 1 } },
      scene.shard.statistics(),
    ]);
    expect(Object.keys(sum.venueErrors)).toHaveLength(34);
    expect(sum.venueErrors).toMatchObject({ 3009: 1, 50000: 2, 60000: 1, others: 469 });
  });
});
