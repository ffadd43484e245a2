import type { BookStatus } from "@depthwire/book";
import { beforeEach, describe, expect, test } from "vitest";
import { specPair } from "../../../book/src/spec-kit/depth-text.spec-kit.js";
import { ShardScene } from "../spec-kit/shard-scene.spec-kit.js";
import { specWires } from "../spec-kit/wire.spec-kit.js";

// The rules by which a book may be called live, by their rows in the guide to books, over every wire that a venue may speak.
describe.each(specWires)("a book over %s", (_what, wire) => {
  let scene: ShardScene;
  const channel = wire.channel(`${specPair}_depth`);
  const resubscribed = [`+${channel}`, `-${channel}`, `+${channel}`];

  const start = (options: ConstructorParameters<typeof ShardScene>[1] = {}): void => {
    scene = new ShardScene(wire, options);
    scene.goLive();
  };
  const expectBook = (status: BookStatus, reason: string | undefined, seq = 100, levels = 2): void => {
    expect(scene.view()).toMatchObject({ status, reason, seq, levels });
  };
  /** The resync that was planned takes place, and heals. */
  const expectHealing = (epoch = 2): void => {
    scene.clock.advance(250);
    expect(scene.socket.channels).toEqual(resubscribed);
    scene.snapshot(500);
    scene.update(501);
    expect(scene.view()).toMatchObject({ status: "live", epoch, seq: 501 });
  };

  beforeEach(() => start());

  test("row 1: a snapshot has levels and no changes; neither kind is an empty update or an error; both kinds are an error", () => {
    scene.send({ ut: 1_101, seq: 101, asks: [["3", "101.5"]] });
    expectBook("live", undefined, 101, 1);
    scene.socket.bytes(wire.depth({ ut: 1_102, seq: 102 }));
    expectBook("live", undefined, 102, 1);
    scene.socket.bytes(wire.depth({ ut: 1_103, seq: 103, asks: [], add: { asks: [["1", "101.5"]] } }));
    expectBook("gapped", "rejected-message", 102, 1);
    expectHealing(3);
    const [neither, header] = [{ ut: 1_600, seq: 502 }, { pair: specPair }];
    const payload = wire.protocol === "prefix" ? neither : { update_time: neither.ut, seq: neither.seq };
    scene.socket.bytes(wire.data(`${specPair}_depth`, 0, { ...header, ...payload }));
    expectBook("gapped", "rejected-message", 501, 3);
  });

  test("row 2: an old snapshot is dropped, a repeated one too; a restarted counter begins a new epoch; a contradiction is a gap", () => {
    scene.update(101);
    scene.snapshot(90);
    scene.snapshot(101, {
      asks: [
        ["1", "101.5"],
        ["101", "102.50"],
      ],
    });
    expect(scene.view()).toMatchObject({ status: "live", epoch: 1, seq: 101, levels: 3 });
    expect(scene.shard.statistics()).toMatchObject({ staleSnapshots: 1, duplicates: 1 });
    scene.snapshot(3, { ut: 9_000 });
    expect(scene.view()).toMatchObject({ status: "live", epoch: 2, seq: 3 });
    scene.snapshot(3, { ut: 9_000, bids: [["7", "99.5"]] });
    expectBook("gapped", "conflicting-snapshot", 3);
  });

  test("row 3: an update with an old seq is dropped; with a newer time it tells of a restarted counter", () => {
    scene.update(101);
    scene.update(101);
    scene.update(100);
    expectBook("live", undefined, 101, 3);
    expect(scene.shard.statistics().duplicates).toBe(2);
    scene.update(5, { ut: 9_000 });
    expectBook("gapped", "counter-restarted", 101, 3);
    expectHealing();
  });

  test("row 4: a step above 1 is a gap; after three first steps the policy is suspected; monotonic follows, and says so", () => {
    scene.update(102);
    expectBook("gapped", "gap");
    scene.update(103);
    expectBook("gapped", "gap");
    for (const seq of [200, 300]) {
      scene.clock.advance(1_000);
      scene.snapshot(seq);
      scene.update(seq + 4);
    }
    expect(scene.view()).toMatchObject({ status: "gapped", reason: "sequence-policy" });
    const before = scene.socket.channels.length;
    scene.passQuietly(29);
    expect(scene.socket.channels).toHaveLength(before);
    start({ sequencePolicy: "monotonic" });
    scene.update(104);
    expectBook("live", undefined, 104, 3);
    expect(scene.shard.viewOf(1, 1, -1)?.integrity).toBe("unsequenced");
  });

  test("row 6: numbers of another connection, or of another subscription, are never compared", () => {
    const former = scene.socket;
    former.end();
    expectBook("stale", "disconnected");
    scene.clock.advance(10_000);
    scene.socket.open();
    expect(scene.socket.channels).toEqual([`+${channel}`]);
    former.bytes(wire.depth({ ut: 1_101, seq: 101, add: { asks: [["1", "103"]] } }));
    scene.update(101);
    expectBook("stale", "awaiting-snapshot");
    scene.snapshot(3, { ut: 5 });
    expect(scene.view()).toMatchObject({ status: "live", epoch: 2, seq: 3 });
  });

  test("row 7: a price in add and del of one side is a resync, unless an order is configured", () => {
    const both = { add: { asks: [["3", "103"]] as const }, del: { asks: [["0", "103"]] as const } };
    scene.update(101, both);
    expectBook("gapped", "ambiguous-level");
    expectHealing();
    for (const [sameLevel, levels] of [
      ["add-then-del", 2],
      ["del-then-add", 3],
    ] as const) {
      start({ sameLevel });
      scene.update(101, both);
      expectBook("live", undefined, 101, levels);
    }
  });

  test("row 8: a price twice in a list: the last counts; unknown prices are counted, two are a resync; 0 removes; a negative quantity rejects", () => {
    scene.update(101, {
      add: {
        asks: [
          ["3", "103"],
          ["4", "103.0"],
        ],
      },
    });
    scene.update(102, { del: { asks: [["0", "110"]] } });
    expectBook("live", undefined, 102, 4);
    expect(scene.shard.statistics()).toMatchObject({ repeatedLevels: 1, unknownLevels: 1 });
    expect(scene.shard.viewOf(1, 9, -1)?.columns.slice(0, 6)).toEqual(
      new Float64Array([1_015, 1_025, 1_030, 1, 102, 4]),
    );
    scene.update(103, { add: { asks: [["0", "103"]] } });
    expectBook("live", undefined, 103, 3);
    scene.update(104, { add: { asks: [["-1", "103"]] } });
    expectBook("gapped", "rejected-message", 103, 3);
    expectHealing();
    scene.update(502, { del: { bids: [["0", "1"]] } });
    scene.update(503, { del: { bids: [["0", "2"]] } });
    expectBook("gapped", "unknown-level", 503, 3);
  });

  test("row 8: mod sets an absolute quantity, after add and del; of an unknown price it is counted", () => {
    const bid = ["9", "99.5"] as const;
    scene.update(101, {
      add: { asks: [["3", "103"]] },
      del: { bids: [bid] },
      mod: { asks: [["7", "103.0"]], bids: [bid] },
    });
    expectBook("live", undefined, 101, 3);
    expect(scene.shard.viewOf(1, 9, -1)?.columns).toEqual(new Float64Array([1_015, 1_030, 1, 7, 995, 9]));
    expect(scene.shard.statistics().unknownLevels).toBe(1);
  });

  test("row 9: a book beyond its bound is not trimmed: it is not live", () => {
    start({ maxLevels: 3 });
    scene.update(101, {
      add: {
        asks: [
          ["1", "103"],
          ["1", "104"],
          ["1", "105"],
        ],
      },
    });
    expectBook("gapped", "overflow");
  });

  test("row 10: a crossed book is not live before the next epoch", () => {
    scene.update(101, { add: { bids: [["1", "101.5"]] } });
    expectBook("crossed", "crossed", 101, 3);
    scene.update(102, { del: { bids: [["1", "101.5"]] } });
    expectBook("crossed", "crossed", 101, 3);
    expectHealing();
  });

  test("row 11: updates before the snapshot are dropped; none in 5 s, again; the third time on another connection", () => {
    scene.update(105);
    scene.clock.advance(250);
    scene.update(106);
    expect(scene.shard.statistics().awaitingSnapshot).toBe(1);
    const [first] = scene.network.sockets;
    for (let round = 0; round < 3; round++) {
      scene.socket.controlFrame();
      scene.clock.advance(5_000);
    }
    scene.clock.advance(5_000);
    expect(first?.closedWith).toBe(1000);
    expect(scene.shard.statistics()).toMatchObject({ unanswered: 3, resyncs: 3 });
    expect([scene.network.sockets.length, scene.socket.address]).toEqual([2, "ws://two"]);
    scene.socket.open();
    scene.snapshot(7);
    expect(scene.view()).toMatchObject({ status: "live", epoch: 2, seq: 7 });
  });

  test("row 12: another pair's payload, and a channel nobody asked for, touch no book; an update without a seq is a gap", () => {
    scene.update(101, { pair: "4ETH_USDT" });
    const payload = { pair: "4ETH_USDT", ut: 1_101, update_time: 1_101, seq: 101, add: { asks: null } };
    scene.socket.bytes(wire.data(`${specPair}_depth`, 1, payload));
    expectBook("live", undefined);
    expect(scene.shard.statistics().rejected).toEqual({ "unknown-channel": 1, "pair-mismatch": 1 });
    scene.send({ ut: 1_101, add: { asks: [["1", "103"]] } });
    expectBook("gapped", "rejected-message");
    expectHealing();
  });

  test("row 13: of a damaged frame the sequence tells under contiguous; under monotonic every book of the connection resyncs", () => {
    scene.socket.bytes(wire.damaged());
    expectBook("live", undefined);
    scene.update(102);
    expectBook("gapped", "gap");
    start({ sequencePolicy: "monotonic" });
    scene.socket.bytes(wire.damaged());
    expectBook("gapped", "damaged-frame");
    expectHealing();
  });

  test("row 14: the last update before silence is lost unseen: only a comparison tells", () => {
    scene.passQuietly(120);
    expectBook("live", undefined);
    scene.tell({ kind: "remember", book: 1 });
    const level = (price: string, quantity: string) => ({ price, quantity });
    const answer = { updatedAtMs: 1_101, asks: [level("101.5", "9")], bids: [level("99.5", "2")], size: 200 };
    scene.tell({ kind: "verify", book: 1, request: 1, evidence: { ...answer, pushes: "came" } });
    expect(scene.told.at(-1)).toMatchObject({ kind: "verified", verdict: { cause: "behind" } });
    expectBook("gapped", "behind");
  });
});

describe.each(specWires.slice(1))("a snapshot without seq over %s", (_what, wire) => {
  let scene: ShardScene;
  const level = (price: string, quantity: string) => ({ price, quantity });
  const answer = { updatedAtMs: 1_000, asks: [level("101.5", "1")], bids: [level("99.5", "2")], size: 200 };
  const verify = (evidence: typeof answer): void =>
    scene.tell({ kind: "verify", book: 1, request: 1, evidence: { ...evidence, pushes: "came" } });

  beforeEach(() => {
    scene = new ShardScene(wire);
    scene.subscribe();
    scene.socket.open();
    scene.snapshot(undefined);
  });

  test("row 5: the book is not live, however many updates follow, and is not asked for again", () => {
    for (let seq = 7; seq < 60; seq++) {
      scene.update(seq);
      scene.passQuietly(1);
    }
    expect(scene.view()).toMatchObject({ status: "syncing", reason: "baseline-unproven", seq: 59 });
    expect(scene.socket.channels).toHaveLength(1);
  });

  test("row 5: an answer of the same time proves it; the first later seq is the base", () => {
    verify(answer);
    expect(scene.view()).toMatchObject({ status: "syncing" });
    scene.update(7);
    expect(scene.view()).toMatchObject({ status: "live", seq: 7 });
    scene.update(9);
    expect(scene.view()).toMatchObject({ status: "gapped", reason: "gap", seq: 7 });
  });

  test("row 5: a second snapshot that says the same proves it; one that says something else begins anew", () => {
    scene.snapshot(undefined);
    scene.update(7);
    expect(scene.view()).toMatchObject({ status: "live", seq: 7 });
    scene = new ShardScene(wire);
    scene.subscribe();
    scene.socket.open();
    scene.snapshot(undefined);
    scene.snapshot(undefined, { ut: 1_001, bids: [["3", "99.5"]] });
    scene.update(7);
    expect(scene.view()).toMatchObject({ status: "syncing", reason: "baseline-unproven" });
  });

  test("row 5: a contradicting answer makes the book resync", () => {
    verify({ ...answer, bids: [level("99.5", "3")] });
    expect(scene.view()).toMatchObject({ reason: "contradicted" });
    scene.clock.advance(250);
    expect(scene.socket.channels).toHaveLength(3);
  });
});
