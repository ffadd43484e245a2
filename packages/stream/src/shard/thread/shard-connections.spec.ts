import { beforeEach, describe, expect, test } from "vitest";
import { snapshotText, updateText } from "../../../../book/src/spec-kit/depth-text.spec-kit.js";
import { channel, ShardOnWire } from "./shard-on-wire.spec-kit.js";

let scene: ShardOnWire;

beforeEach(() => {
  scene = new ShardOnWire();
});

describe("connections", () => {
  const pairs = Array.from({ length: 45 }, (_, index) => `4C${index}_USDT`);

  test("carry at most 20 subscriptions each", () => {
    for (const [index, pair] of pairs.entries()) {
      scene.subscribe(index, pair);
    }
    for (const socket of scene.network.sockets) {
      socket.open();
    }
    expect(scene.network.sockets.map(({ channels }) => channels.length)).toEqual([20, 20, 5]);
  });

  test("are filled up before another one is made; of those with room the emptiest is taken; closed with the last book", () => {
    for (const [index, pair] of pairs.slice(0, 21).entries()) {
      scene.subscribe(index, pair);
    }
    scene.tell({ kind: "unsubscribe", book: 3 });
    scene.subscribe(50, "4NEW_USDT");
    expect(scene.network.sockets.length).toBe(2);
    scene.network.sockets[1]?.open();
    expect(scene.network.sockets[1]?.channels).toEqual(["+4C20_USDT_depth", "+4NEW_USDT_depth"]);
    scene.tell({ kind: "unsubscribe", book: 20 });
    expect(scene.network.sockets[1]?.closedWith).toBeUndefined();
    scene.tell({ kind: "unsubscribe", book: 50 });
    expect(scene.network.sockets[1]?.closedWith).toBe(1000);
    expect(scene.network.sockets[0]?.closedWith).toBeUndefined();
  });

  test("messages that come after an unsubscribe touch nothing", () => {
    scene.goLive();
    scene.subscribe(2, "4ETH_USDT");
    scene.tell({ kind: "unsubscribe", book: 1 });
    expect(scene.network.last.channels.at(-1)).toBe(`-${channel}`);
    scene.network.last.zlib(updateText(101));
    expect(scene.shard.statistics().rejected).toEqual({ "unknown-channel": 1 });
  });
});

describe("a book that waits for its resync", () => {
  beforeEach(() => {
    scene.goLive();
    scene.subscribe(2, "4ETH_USDT");
    scene.network.last.zlib(snapshotText(100, { pair: "4ETH_USDT" }));
    scene.network.last.zlib(updateText(105));
  });

  test("has no timer left when it is given up", () => {
    const before = scene.clock.pending();
    scene.tell({ kind: "unsubscribe", book: 1 });
    expect(scene.clock.pending()).toBe(before - 1);
    scene.passQuietly(10);
    expect(scene.shard.statistics().resyncs).toBe(0);
  });

  test("has no timer left when its connection is lost: the next one subscribes anyway", () => {
    scene.network.last.end();
    scene.clock.advance(10_000);
    scene.network.last.open();
    expect(scene.network.last.channels.toSorted()).toEqual(["+4BTC_USDT_depth", "+4ETH_USDT_depth"]);
    scene.network.last.zlib(snapshotText(200));
    scene.network.last.zlib(snapshotText(200, { pair: "4ETH_USDT" }));
    scene.passQuietly(20);
    expect(scene.shard.statistics().resyncs).toBe(0);
    expect(scene.network.last.channels).toHaveLength(2);
  });
});

describe("what the host is told", () => {
  const views = () => scene.told.filter((message) => message.kind === "view");

  test("a view needs a credit, and the newest state is what it shows", () => {
    scene.goLive();
    expect(views()).toEqual([]);
    scene.network.last.zlib(updateText(101));
    scene.network.last.zlib(updateText(102));
    scene.tell({ kind: "credit", book: 1, levels: 10 });
    expect(views()).toMatchObject([{ view: { seq: 102 } }]);
    scene.network.last.zlib(updateText(103));
    expect(views()).toHaveLength(1);
    scene.tell({ kind: "credit", book: 1, levels: 10 });
    expect(views()).toMatchObject([{ view: { seq: 102 } }, { view: { seq: 103 } }]);
  });

  test("a credit waits for a change", () => {
    scene.goLive();
    scene.tell({ kind: "credit", book: 1, levels: 10 });
    scene.tell({ kind: "credit", book: 1, levels: 10 });
    expect(views()).toHaveLength(1);
    scene.network.last.zlib(updateText(101));
    expect(views()).toHaveLength(2);
  });

  test("no more levels than were asked for, best first", () => {
    scene.goLive();
    scene.network.last.zlib(updateText(101, { add: { asks: [["7", "101.4"]] } }));
    scene.tell({ kind: "credit", book: 1, levels: 1 });
    const [message] = views();
    expect(message).toMatchObject({ view: { askCount: 1, bidCount: 1, priceScale: 1 } });
    expect(message?.kind === "view" && Array.from(message.view.columns)).toEqual([1_014, 7, 995, 2]);
  });

  test("a host that reads nothing gets no second status and no second view, whatever happens", () => {
    scene.goLive();
    scene.tell({ kind: "credit", book: 1, levels: 10 });
    for (let round = 0; round < 50; round++) {
      scene.network.last.zlib(updateText(1_000 * (round + 1)));
      scene.clock.advance(60_000);
    }
    expect(scene.told.filter((message) => message.kind === "status").length).toBeLessThanOrEqual(2);
    expect(views()).toHaveLength(1);
    scene.readStatuses();
    expect(scene.status()?.status).not.toBe("live");
  });

  test("a beat is answered with the statistics, a stop ends everything", () => {
    scene.goLive();
    scene.tell({ kind: "beat", beat: 7 });
    expect(scene.told.at(-1)).toMatchObject({ kind: "beat", beat: 7, statistics: { frames: 1 } });
    scene.tell({ kind: "stop" });
    expect(scene.told.at(-1)).toMatchObject({ kind: "stopped" });
    expect(scene.network.alive).toEqual([]);
    expect(scene.clock.pending()).toBe(0);
    scene.tell({ kind: "unsubscribe", book: 1 });
    scene.tell({ kind: "credit", book: 1, levels: 1 });
  });
});
