import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ageMs, type Moment } from "../time/moment.js";
import { noPairTrust, stepPairTrust } from "./pair-trust.js";
import { defaultTrustLimits, doubtOfShard, noShardTrust, type ShardTrustEvent, stepShardTrust } from "./shard-trust.js";

const term = fc.integer({ min: 1, max: 3 });
const owner = fc.constantFrom("a", "b");
const happening = fc.oneof(
  fc.record({ what: fc.constant("beat" as const), term, owner, passedMs: fc.nat(200) }),
  fc.record({ what: fc.constant("echo" as const), term, passedMs: fc.nat(200), underWayMs: fc.nat(500) }),
  fc.record({ what: fc.constantFrom("connected" as const, "disconnected" as const), passedMs: fc.nat(50) }),
);
const at = (ms: number): Moment => ({ monotonicMs: ms, wallMs: ms });

describe("trust", () => {
  test("of the newest term needs a connection, a young beat and a young echo of that very term", () =>
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 60 }), (happenings) => {
        let nowMs = 1_000;
        let shard = stepShardTrust(noShardTrust, { kind: "connected" });
        const heard: ShardTrustEvent[] = [];
        for (const { passedMs, ...what } of happenings) {
          nowMs += passedMs;
          const event: ShardTrustEvent =
            what.what === "beat"
              ? { kind: "beat", owner: what.owner, term: what.term, venueAgeMs: 0, at: at(nowMs) }
              : what.what === "echo"
                ? { kind: "echo", term: what.term, sentAt: at(nowMs - what.underWayMs) }
                : { kind: what.what };
          heard.push(event);
          shard = stepShardTrust(shard, event);
          const doubt = doubtOfShard(shard, shard.term, defaultTrustLimits, at(nowMs));
          // Beats alone name terms.
          const newest = Math.max(0, ...heard.map((one) => (one.kind === "beat" ? one.term : 0)));
          expect(shard.term).toBe(newest);
          if (doubt === undefined) {
            const since = heard.slice(heard.findLastIndex(({ kind }) => kind === "disconnected") + 1);
            const isYoung = (moment: Moment) => ageMs(moment, at(nowMs)) <= 350;
            const beats = since.filter((one) => one.kind === "beat" && one.term === newest && isYoung(one.at));
            const echoes = since.filter((one) => one.kind === "echo" && one.term === newest && isYoung(one.sentAt));
            expect([beats.length > 0, echoes.length > 0]).toEqual([true, true]);
            const owners = new Set(heard.map((one) => (one.kind === "beat" && one.term === newest ? one.owner : "")));
            owners.delete("");
            expect(owners.size).toBe(1);
          }
        }
      }),
    ));

  test("never comes back by time alone", () =>
    fc.assert(
      fc.property(
        fc.array(happening, { maxLength: 40 }),
        fc.array(fc.nat(300), { maxLength: 5 }),
        (happenings, waits) => {
          let nowMs = 1_000;
          let shard = stepShardTrust(noShardTrust, { kind: "connected" });
          for (const what of happenings) {
            nowMs += what.passedMs;
            if (what.what === "beat") {
              shard = stepShardTrust(shard, {
                kind: "beat",
                owner: what.owner,
                term: what.term,
                venueAgeMs: 0,
                at: at(nowMs),
              });
            } else if (what.what === "echo") {
              shard = stepShardTrust(shard, { kind: "echo", term: what.term, sentAt: at(nowMs) });
            }
          }
          let wasDoubted = false;
          for (const wait of waits) {
            nowMs += wait;
            const isDoubted = doubtOfShard(shard, shard.term, defaultTrustLimits, at(nowMs)) !== undefined;
            expect(wasDoubted && !isDoubted).toBe(false);
            wasDoubted = isDoubted;
          }
        },
      ),
    ));

  test("of a pair: what was taken since its snapshot has no hole, and a beat finds what is missing at the end", () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom("sent", "lost", "beat", "snapshot"), { maxLength: 80 }), (moves) => {
        let pair = noPairTrust;
        let published = 0;
        let held = 0;
        for (const move of moves) {
          if (move === "sent" || move === "lost") {
            published++;
          }
          if (move === "sent") {
            const step = stepPairTrust(pair, { kind: "frame", term: 1, relaySeq: published });
            pair = step.pair;
            held = step.verdict === "take" ? held + 1 : held;
          } else if (move === "beat") {
            pair = stepPairTrust(pair, { kind: "row", term: 1, relaySeq: published, ownerStatus: "live" }).pair;
            // Right behind a beat, whoever follows has everything.
            expect(pair.state === "following" && held !== published).toBe(false);
          } else if (move === "snapshot") {
            pair = stepPairTrust(pair, { kind: "snapshot", term: 1, relaySeq: published }).pair;
            held = published;
          }
          expect(pair.state === "following" && held !== pair.relaySeq).toBe(false);
        }
      }),
    ));
});
