import { describe, expect, test } from "vitest";
import type { Moment } from "../time/moment.js";
import { doubtOfPair, noPairTrust, type PairTrust, type PairTrustEvent, stepPairTrust } from "./pair-trust.js";
import {
  defaultTrustLimits,
  doubtOfShard,
  freshWithinMs,
  noShardTrust,
  type ShardTrust,
  type ShardTrustEvent,
  stepShardTrust,
} from "./shard-trust.js";

const at = (ms: number): Moment => ({ monotonicMs: ms, wallMs: 1_000_000 + ms });
const beat = (ms: number, term = 7, owner = "a"): ShardTrustEvent => ({
  kind: "beat",
  owner,
  term,
  venueAgeMs: 20,
  at: at(ms),
});
const retiring = (ms: number, term = 7, owner = "a"): ShardTrustEvent =>
  ({ ...beat(ms, term, owner), isRetiring: true }) as ShardTrustEvent;
const echo = (ms: number, term = 7): ShardTrustEvent => ({ kind: "echo", term, sentAt: at(ms) });
const after = (...events: readonly ShardTrustEvent[]): ShardTrust =>
  events.reduce(stepShardTrust, stepShardTrust(noShardTrust, { kind: "connected" }));
const doubt = (shard: ShardTrust, ms: number, term = 7) => doubtOfShard(shard, term, defaultTrustLimits, at(ms));
const pairAfter = (...events: readonly PairTrustEvent[]): PairTrust =>
  events.reduce((pair, event) => stepPairTrust(pair, event).pair, noPairTrust);
const snapshot = (relaySeq: number, term = 7): PairTrustEvent => ({ kind: "snapshot", term, relaySeq });
const frame = (relaySeq: number, term = 7): PairTrustEvent => ({ kind: "frame", term, relaySeq });

describe("a shard is trusted", () => {
  test("once a beat has come behind the answer to an echo, and not before", () => {
    expect(doubt(after(beat(0)), 1)).toBe("relay-silent");
    expect(doubt(after(echo(0)), 1)).toBe("owner-changed");
    expect(doubt(after(beat(0), echo(1)), 2)).toBe("relay-silent");
    expect(doubt(after(beat(0), echo(1), beat(100)), 101)).toBeUndefined();
  });

  test("while the newest beat is young", () => {
    const shard = after(echo(0), beat(10));
    expect([doubt(shard, 350), doubt(shard, 351)]).toEqual([undefined, "relay-silent"]);
    const proven = after(echo(0), beat(10), echo(300));
    expect(doubt(proven, 361)).toBe("relay-silent");
  });

  test("while the echo is young since it was sent, however late its answer came", () => {
    expect(doubt(after(echo(0), beat(3_000)), 3_001)).toBe("relay-silent");
  });

  test("only while the bus is connected, and then not before a new echo", () => {
    const live = after(echo(0), beat(10));
    const cut = stepShardTrust(live, { kind: "disconnected" });
    expect(doubt(cut, 20)).toBe("relay-disconnected");
    const back = [{ kind: "connected" } as const, beat(30)].reduce(stepShardTrust, cut);
    expect(doubt(back, 31)).toBe("relay-silent");
    expect(doubt([echo(32), beat(40)].reduce(stepShardTrust, back), 41)).toBeUndefined();
  });

  test("not by a machine that slept, whose monotonic clock stood still", () => {
    const shard = after(echo(0), beat(10));
    const awake = { monotonicMs: 20, wallMs: 1_000_000 + 5_000 };
    expect(doubtOfShard(shard, 7, defaultTrustLimits, awake)).toBe("relay-silent");
    const boot = (ms: number, bootMs: number): Moment => ({ ...at(ms), bootMs });
    const proven = after({ kind: "echo", term: 7, sentAt: boot(0, 0) }, { ...beat(10), at: boot(10, 10) } as never);
    expect(doubtOfShard(proven, 7, defaultTrustLimits, boot(20, 20))).toBeUndefined();
    expect(doubtOfShard(proven, 7, defaultTrustLimits, boot(20, 9_000))).toBe("relay-silent");
  });

  test("by the newest owner alone: words of older terms change nothing", () => {
    const shard = after(echo(0, 8), beat(10, 8));
    expect(after(echo(0, 8), beat(10, 8), beat(20, 7, "old"), echo(30, 7))).toEqual(shard);
  });

  test("with the former owner's books until they are as old as a silent owner's", () => {
    const shard = after(echo(100), beat(110), beat(200, 8, "b"));
    expect([doubt(shard, 450, 7), doubt(shard, 451, 7)]).toEqual([undefined, "owner-changed"]);
    expect(doubt(shard, 201, 8)).toBe("relay-silent");
    expect(doubt(shard, 201, 6)).toBe("owner-changed");
    expect(freshWithinMs(shard, 7, at(300))).toBe(220);
  });

  test("with the former owner's books no longer than a silent one's where that one goes on without having handed the shard over", () => {
    const going = Array.from({ length: 10 }, (_, turn) => [echo(150 + 50 * turn), beat(160 + 50 * turn)]).flat();
    const shard = going.reduce(stepShardTrust, after(echo(100), beat(110), beat(120, 8, "b")));
    expect([doubt(shard, 450), doubt(shard, 451)]).toEqual([undefined, "owner-changed"]);
  });

  test("with the former owner's books for a while longer, if that one says that it retires and proves itself as before", () => {
    const shard = after(echo(100), beat(110), beat(200, 8, "b"), echo(300), retiring(310));
    expect([doubt(shard, 650), doubt(shard, 661)]).toEqual([undefined, "owner-changed"]);
    expect(freshWithinMs(shard, 7, at(400))).toBe(120);
    const going = Array.from({ length: 20 }, (_, turn) => [echo(400 + 100 * turn), retiring(410 + 100 * turn)]).flat();
    const long = going.reduce(stepShardTrust, shard);
    expect([doubt(long, 1_200), doubt(long, 1_201)]).toEqual([undefined, "owner-changed"]);
    // A beat alone, or an answer alone, proves nothing more.
    expect(doubt(after(echo(100), beat(110), beat(200, 8, "b"), retiring(440)), 451)).toBe("owner-changed");
    expect(doubt(after(echo(100), beat(110), beat(200, 8, "b"), echo(440)), 451)).toBe("owner-changed");
  });

  test("with the former owner's books no more when somebody else speaks under its term", () => {
    expect(doubt(after(echo(100), beat(110), beat(200, 8, "b"), beat(210, 7, "c")), 211)).toBe("owner-changed");
  });

  test("with the books of the last owner that proved itself, where the one behind it never did", () => {
    const shard = after(echo(100), beat(110), beat(200, 8, "b"), beat(220, 9, "c"), echo(300), retiring(310));
    expect([doubt(shard, 320), doubt(shard, 320, 8)]).toEqual([undefined, "owner-changed"]);
  });

  test("not while two owners speak under one term, but under the next one", () => {
    const contested = after(echo(0), beat(10), beat(20, 7, "b"), beat(30), echo(35), beat(40));
    expect(doubt(contested, 41)).toBe("owner-changed");
    const settled = [echo(50, 8), beat(60, 8, "b")].reduce(stepShardTrust, contested);
    expect(doubt(settled, 61, 8)).toBeUndefined();
  });

  test("with a bound on its age: since the echo was sent, and the owner's own wait", () => {
    expect(freshWithinMs(after(echo(100), beat(150)), 7, at(200))).toBe(120);
    expect(freshWithinMs(after(beat(150)), 7, at(200))).toBeUndefined();
  });

  test("by whoever joins at the first beat behind an answer that came before any", () => {
    expect(doubt(after(echo(0), beat(10)), 11)).toBeUndefined();
    // The answer of a term that is not the beat's proves nothing.
    expect(doubt(after(echo(0, 9), beat(10)), 11)).toBe("relay-silent");
  });

  test("under the term that beats name: an answer alone makes no owner, and takes nothing from the one that is heard", () => {
    const shard = after(echo(0), beat(10), echo(20, 9));
    expect([shard.term, doubt(shard, 21), doubt(shard, 21, 9)]).toEqual([7, undefined, "owner-changed"]);
    expect(doubt([echo(300), beat(310)].reduce(stepShardTrust, shard), 500)).toBeUndefined();
    // Its beat makes it one, and the answer counts that came before.
    expect(doubt(stepShardTrust(shard, beat(30, 9, "b")), 31, 9)).toBeUndefined();
  });

  test("not yet by a beat that could not be read: it names its term, and no more", () => {
    const shard = after(echo(0), beat(10), { kind: "term", term: 9, at: at(10) });
    expect([doubt(shard, 11, 9), doubt(shard, 11, 7)]).toEqual(["relay-silent", undefined]);
  });
});

describe("a pair", () => {
  const shard = after(echo(0), beat(10));
  const label = (pair: PairTrust) => doubtOfPair(pair, shard, defaultTrustLimits, at(20));
  const verdict = (pair: PairTrust, event: PairTrustEvent) => stepPairTrust(pair, event).verdict;
  const following = pairAfter(snapshot(5), frame(6));

  test("follows a snapshot without a hole", () => {
    expect(label(following)).toBeUndefined();
    expect(following.relaySeq).toBe(6);
  });

  test("keeps messages until its snapshot has come", () => {
    expect(verdict(noPairTrust, frame(6))).toBe("early");
    expect(doubtOfPair(noPairTrust, shard, defaultTrustLimits, at(20))).toBe("relay-silent");
  });

  test("is gapped by a hole, by a beat that counts more, and by a message that could not be read", () => {
    expect(verdict(following, frame(8))).toBe("hole");
    const row = { kind: "row", term: 7, relaySeq: 7, ownerStatus: "live" } as const;
    for (const event of [frame(8), row, { kind: "lost", reason: "relay-gap" } as const]) {
      const gapped = pairAfter(snapshot(5), frame(6), event);
      expect(label(gapped)).toBe("relay-gap");
      expect(verdict(gapped, frame(9))).toBe("early");
      expect(label(stepPairTrust(gapped, snapshot(9)).pair)).toBeUndefined();
    }
  });

  test("is gapped by a beat that counts less, and goes on from there", () => {
    const back = { kind: "row", term: 7, relaySeq: 3, ownerStatus: "live" } as const;
    const gapped = pairAfter(snapshot(5), back);
    expect(label(gapped)).toBe("relay-malformed");
    expect([verdict(gapped, frame(3)), verdict(gapped, frame(4)), verdict(gapped, snapshot(2))]).toEqual([
      "old",
      "early",
      "old",
    ]);
    expect(label(stepPairTrust(gapped, snapshot(4)).pair)).toBeUndefined();
    expect(pairAfter(snapshot(5), { ...back, term: 6 })).toEqual(pairAfter(snapshot(5)));
  });

  test("drops what is old, a snapshot too", () => {
    expect(verdict(following, frame(6))).toBe("old");
    expect(verdict(following, frame(9, 6))).toBe("old-term");
    expect(verdict(following, snapshot(5))).toBe("old");
    expect(verdict(following, snapshot(50, 6))).toBe("old-term");
  });

  test("keeps a newer term's messages until that owner's snapshot", () => {
    expect(verdict(following, frame(1, 8))).toBe("early");
    expect(stepPairTrust(following, snapshot(3, 8)).pair).toMatchObject({ term: 8, relaySeq: 3, state: "following" });
  });

  test("is not live where its owner's book is not", () => {
    const told = pairAfter(snapshot(5), { kind: "row", term: 7, relaySeq: 5, ownerStatus: "gapped" });
    expect(label(told)).toBe("upstream-not-live");
    expect(label(pairAfter(snapshot(5), { kind: "row", term: 6, relaySeq: 9, ownerStatus: "gapped" }))).toBeUndefined();
  });
});
