import { describe, expect, test } from "vitest";
import type { Moment } from "../time/moment.js";
import { maxTerm } from "../wire/header.js";
import { decodeLeaseRecord, encodeLeaseRecord, type LeaseReading } from "./lease-options.js";
import {
  type CandidateFacts,
  holdsLease,
  type LeaseEffect,
  type LeaseEvent,
  type LeaseState,
  noLease,
} from "./lease-state.js";
import { stepLease } from "./step-lease.js";

const options = { name: "me", leaseMs: 1_000, renewEveryMs: 250, callLimitMs: 500 };
const facts: CandidateFacts = { isLive: true, isAnotherLive: false, venueMs: 5_000, heardTerm: 0 };
const at = (ms: number): Moment => ({ monotonicMs: ms, wallMs: 10_000 + ms });
const tick = (ms: number): LeaseEvent => ({ kind: "tick", at: at(ms), facts });
const read = (
  ms: number,
  content: LeaseReading["content"],
  revision = 3,
  more: Partial<CandidateFacts> = {},
): LeaseEvent => ({
  kind: "read",
  at: at(ms),
  reading: { revision, content } as LeaseReading,
  facts: { ...facts, ...more },
});
const updated = (ms: number, revision: number): LeaseEvent => ({ kind: "updated", at: at(ms), revision });
const others = { holder: "other", term: 40 };

/** Plays events and returns the last state with the effects of the last event. */
function play(
  events: readonly LeaseEvent[],
  from: LeaseState = noLease,
): { state: LeaseState; effects: readonly LeaseEffect[] } {
  let step: ReturnType<typeof stepLease> = { state: from, effects: [] };
  for (const event of events) {
    step = stepLease(options, step.state, event);
  }
  return step;
}

const take = (term: number, expected = 3): LeaseEffect => ({
  kind: "update",
  expected,
  record: { holder: "me", term },
});
const won = [tick(0), read(5, { holder: "", term: 40 }), updated(10, 4), updated(15, 5)];
const holding = play(won).state;

describe("a contender", () => {
  test("waits until one revision stood unchanged for the whole lease", () => {
    expect(play([tick(0), read(5, others), tick(999), read(1_004, others)]).effects).toEqual([]);
    expect(play([tick(0), read(5, others), tick(999), read(1_005, others)]).effects).toEqual([take(5_000)]);
  });

  test("takes nothing under a term that the wire cannot carry, whoever wrote or said it", () => {
    const heard = read(9_005, others, 3, { heardTerm: maxTerm });
    expect(play([tick(0), read(5, others), heard]).effects).toEqual([]);
    expect(decodeLeaseRecord(JSON.stringify({ holder: "other", term: maxTerm }))).toBe("unreadable");
  });

  test("begins again when the revision changed, though the content did not", () => {
    expect(play([tick(0), read(5, others), read(900, others, 4), read(1_500, others, 4)]).effects).toEqual([]);
  });

  test("is not hurried by its wall clock", () => {
    const late = { ...read(500, others), at: { monotonicMs: 500, wallMs: 99_000 } } as LeaseEvent;
    expect(play([tick(0), read(5, others), late]).effects).toEqual([]);
  });

  test.each([
    ["given back", { holder: "", term: 40 }, [take(5_000)]],
    ["its own", { holder: "me", term: 40 }, [take(5_000)]],
    ["missing", "missing" as const, []],
    ["unreadable", "unreadable" as const, []],
  ])("sees a lease that is %s at the first look", (_what, content, effects) => {
    expect(play([tick(0), read(5, content)]).effects).toEqual(effects);
  });

  test("waits out a lease that is missing, and never takes one that it can't read", () => {
    expect(play([read(5, "missing"), read(1_005, "missing")]).effects).toEqual([take(5_000)]);
    expect(play([read(5, "unreadable"), read(9_005, "unreadable")]).effects).toEqual([]);
  });

  test("does not take it while another one's books are live and its own are not", () => {
    const given = { holder: "", term: 40 };
    expect(play([read(5, given, 3, { isLive: false, isAnotherLive: true })]).effects).toEqual([]);
    expect(play([read(5, given, 3, { isLive: false })]).effects).toEqual([take(5_000)]);
  });

  test.each([
    [{ venueMs: 5_000.7, heardTerm: 0 }, 5_000],
    [{ venueMs: 10, heardTerm: 0 }, 41],
    [{ venueMs: 10, heardTerm: 40 }, 41],
  ])("chooses a term above all that it knows: %o", (more, term) => {
    expect(play([read(5, { holder: "", term: 40 }, 3, more)]).effects).toEqual([take(term)]);
  });

  test("waits out a record that is older than a term that it heard of, and takes a larger one", () => {
    const older = { holder: "", term: 40 };
    const heard = { heardTerm: 7_000 };
    expect(play([read(5, older, 3, heard), read(1_004, older, 3, heard)]).effects).toEqual([]);
    expect(play([read(5, older, 3, heard), read(1_005, older, 3, heard)]).effects).toEqual([take(7_001)]);
  });

  test("leaves it for one lease more to somebody who should have it rather", () => {
    const first = { isAnotherFirst: true };
    expect(play([read(5, others, 3, first), read(2_004, others, 3, first)]).effects).toEqual([]);
    expect(play([read(5, others, 3, first), read(2_005, others, 3, first)]).effects).toEqual([take(5_000)]);
    const given = { holder: "", term: 40 };
    expect(play([read(5, given, 3, first), read(1_004, given, 3, first)]).effects).toEqual([]);
    expect(play([read(5, given, 3, first), read(1_005, given, 3, first)]).effects).toEqual([take(5_000)]);
  });

  test("takes at once what it was offered", () => {
    const offered = { holder: "other", term: 40, heir: "me" };
    expect(play([read(5, offered, 3, { isAnotherFirst: true })]).effects).toEqual([take(5_000)]);
    expect(play([read(5, { ...offered, heir: "she" })]).effects).toEqual([]);
  });

  test("asks again when no answer came", () => {
    expect(play([tick(0), tick(900)]).effects).toEqual([]);
    expect(play([tick(0), tick(1_001)]).effects).toEqual([{ kind: "read" }]);
    expect(play([tick(0), { kind: "failed", at: at(10) }, tick(20)]).effects).toEqual([{ kind: "read" }]);
  });
});

describe("a take", () => {
  test("counts after a second update has confirmed it, and from when that was sent", () => {
    expect(play(won.slice(0, 3))).toMatchObject({ state: { phase: "confirming" }, effects: [take(5_000, 4)] });
    expect(play(won).effects).toEqual([{ kind: "won", term: 5_000 }]);
    expect([holdsLease(options, holding, at(859)), holdsLease(options, holding, at(860))]).toEqual([true, false]);
  });

  test.each(["refused", "failed"] as const)("that is %s, or whose confirmation is, leads to nothing", (kind) => {
    expect(play([...won.slice(0, 2), { kind, at: at(10) }]).state).toEqual(noLease);
    expect(play([...won.slice(0, 3), { kind, at: at(15) }]).state).toEqual(noLease);
  });

  test("whose confirmation comes too late leads to nothing", () => {
    expect(play([...won.slice(0, 3), updated(900, 5)])).toEqual({ state: noLease, effects: [] });
  });

  test("is given up for a newer term", () => {
    expect(play([...won.slice(0, 3), { kind: "heard", at: at(11), term: 5_000, owner: "x" }]).state).toEqual(noLease);
  });
});

describe("a holder", () => {
  test("renews, and holds from when the renewal was sent", () => {
    expect(play([tick(259)], holding).effects).toEqual([]);
    expect(play([tick(260)], holding).effects).toEqual([take(5_000, 5)]);
    const renewed = play([tick(260), updated(600, 6)], holding).state;
    expect([holdsLease(options, renewed, at(1_109)), holdsLease(options, renewed, at(1_110))]).toEqual([true, false]);
  });

  test("is none any more at 85 % of the lease, even if its machine slept", () => {
    expect(play([tick(860)], holding).effects).toEqual([
      { kind: "lost", term: 5_000, cause: "ran-out" },
      { kind: "read" },
    ]);
    expect(holdsLease(options, holding, { monotonicMs: 20, wallMs: 12_000 })).toBe(false);
    expect(play([updated(2_000, 9)], holding).effects).toEqual([{ kind: "lost", term: 5_000, cause: "ran-out" }]);
  });

  test("looks when its renewal is refused: its own answer may have been lost", () => {
    const refused = play([tick(260), { kind: "refused", at: at(300) }], holding);
    expect(refused.effects).toEqual([{ kind: "read" }]);
    const own = play([read(310, { holder: "me", term: 5_000 }, 6)], refused.state);
    expect(own.state).toMatchObject({ phase: "holding", revision: 6, renewedAt: at(10) });
    expect(play([read(310, { holder: "other", term: 5_001 }, 6)], refused.state).effects).toEqual([
      { kind: "lost", term: 5_000, cause: "taken" },
    ]);
  });

  test.each([
    [5_001, "a", true],
    [5_000, "zz", true],
    [5_000, "aa", false],
    [4_999, "zz", false],
  ])("hears term %s of %s: gives up is %s", (term, owner, isLost) => {
    const { effects } = play([{ kind: "heard", at: at(20), term, owner }], holding);
    expect(effects).toEqual(isLost ? [{ kind: "lost", term: 5_000, cause: "newer-term" }] : []);
  });

  test("offers it to an heir, renews as often as ever, and takes the offer back", () => {
    const offer = (ms: number, heir: string | undefined): LeaseEvent => ({ kind: "offer", at: at(ms), heir });
    const withHeir = { kind: "update", expected: 5, record: { holder: "me", term: 5_000, heir: "she" } };
    const offered = play([offer(20, "she")], holding);
    expect(offered.effects).toEqual([withHeir]);
    const told = play([updated(25, 6)], offered.state).state;
    expect(play([tick(269)], told).effects).toEqual([]);
    expect(play([tick(270)], told).effects).toEqual([{ ...withHeir, expected: 6 }]);
    expect(play([offer(30, undefined)], told).effects).toEqual([take(5_000, 6)]);
    // Behind a call that is under way.
    const busy = play([tick(260), offer(261, "she")], holding);
    expect(busy.effects).toEqual([]);
    expect(play([updated(265, 6)], busy.state).effects).toEqual([{ ...withHeir, expected: 6 }]);
  });

  test("whose heir took it goes on until it hears of the larger term, and no longer than its last renewal stands", () => {
    const offered = play([{ kind: "offer", at: at(20), heir: "she" }, updated(25, 6)], holding).state;
    const hers = { holder: "she", term: 5_001 };
    const taken = play([tick(270), { kind: "refused", at: at(280) }, read(290, hers, 7)], offered);
    expect(taken.effects).toEqual([]);
    expect(holdsLease(options, taken.state, at(869))).toBe(true);
    // It asks for nothing more: it would be refused.
    const asks: LeaseEvent[] = [tick(500), { kind: "offer", at: at(510), heir: undefined }, tick(520), tick(869)];
    expect(asks.map((event) => play([event], taken.state).effects)).toEqual(asks.map(() => []));
    const on = play(asks, taken.state);
    expect(play([{ kind: "heard", at: at(600), term: 5_001, owner: "she" }], on.state).effects).toEqual([
      { kind: "lost", term: 5_000, cause: "newer-term" },
    ]);
    const away = { ...facts, isStoreAwayForAll: true };
    const over: LeaseEvent = { kind: "tick", at: at(870), facts: away };
    // Its own lease has run out, whoever has taken it: it goes on for no moment.
    expect(stepLease({ ...options, onLoss: "publish" }, on.state, over).effects[0]).toEqual({
      kind: "lost",
      term: 5_000,
      cause: "ran-out",
    });
    // Whoever was offered nothing is no heir.
    const others = play(
      [tick(270), { kind: "refused", at: at(280) }, read(290, { ...hers, holder: "he" }, 7)],
      offered,
    );
    expect(others.effects.at(-1)).toEqual({ kind: "lost", term: 5_000, cause: "taken" });
  });

  test("goes on under its term where nobody can have won, if it was told to, and no longer", () => {
    const publishing = { ...options, onLoss: "publish" as const };
    const away = { ...facts, isStoreAwayForAll: true };
    const later = (ms: number, known: CandidateFacts): LeaseEvent => ({ kind: "tick", at: at(ms), facts: known });
    const first = stepLease(publishing, holding, later(900, away));
    expect(first.effects).toEqual([{ kind: "goes-on", term: 5_000 }, take(5_000, 5)]);
    const failed = stepLease(publishing, first.state, { kind: "failed", at: at(1_400) });
    expect(failed.effects).toEqual([]);
    // Once the store answers somebody it has the time to renew, and no more.
    expect(stepLease(publishing, first.state, later(1_399, facts)).effects).toEqual([]);
    expect(stepLease(publishing, failed.state, later(1_400, facts)).effects).toEqual([take(5_000, 5)]);
    expect(stepLease(publishing, failed.state, later(1_500, facts)).effects[0]).toEqual({
      kind: "lost",
      term: 5_000,
      cause: "ran-out",
    });
    const again = stepLease(publishing, failed.state, later(9_000, away));
    expect(again.effects).toEqual([take(5_000, 5)]);
    const renewed = stepLease(publishing, again.state, updated(9_010, 6));
    expect(renewed.state).toMatchObject({ phase: "holding", renewedAt: at(9_000) });
    expect(holdsLease(publishing, renewed.state, at(9_500))).toBe(true);
    expect(stepLease(options, holding, later(900, away)).effects[0]).toMatchObject({ kind: "lost" });
  });

  test("comes before whoever waits when the store answers again: that one begins to wait anew", () => {
    const publishing = { ...options, onLoss: "publish" as const };
    const read = (ms: number): LeaseEvent => ({
      kind: "read",
      at: at(ms),
      reading: { revision: 5, content: others },
      facts,
    });
    const waiting = stepLease(publishing, noLease, read(0)).state;
    expect(stepLease(publishing, waiting, read(1_100)).effects).toHaveLength(1);
    const wasAway = stepLease(publishing, waiting, { kind: "failed", at: at(500) }).state;
    expect(stepLease(publishing, wasAway, read(1_100)).effects).toEqual([]);
    expect(
      stepLease(options, stepLease(options, waiting, { kind: "failed", at: at(500) }).state, read(1_100)).effects,
    ).toHaveLength(1);
  });

  test("gives it back, so that nobody has to wait", () => {
    expect(play([{ kind: "release", at: at(20) }], holding)).toEqual({
      state: noLease,
      effects: [
        { kind: "lost", term: 5_000, cause: "released" },
        { kind: "update", expected: 5, record: { holder: "", term: 5_000 } },
      ],
    });
  });
});

test.each(["", "{}", "7", '{"holder":1,"term":2}', '{"holder":"a","term":1.5}', '{"holder":"a","term":-1}'])(
  "%j is no record",
  (text) => {
    expect(decodeLeaseRecord(text)).toBe("unreadable");
  },
);

test("a record is read as it was written", () => {
  expect(decodeLeaseRecord(encodeLeaseRecord(others))).toEqual(others);
});
