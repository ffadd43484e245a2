import { shardOf } from "@depthwire/relay";
import { emptyHeader, HeaderReader } from "@depthwire/relay/internal";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { Blindfold } from "./blindfold.js";
import { bookDigest } from "./book-digest.js";
import { FaultsJudge, type TimedExchange } from "./faults-judge.js";
import type { ConsumerNote } from "./member-messages.js";
import { parseRelayFaultsOptions } from "./options.js";
import { ShownTerms } from "./shown-terms.js";

const silent = { out: () => undefined, err: () => undefined };
const pair = "4BTC_USDT";

describe("what a link shows", () => {
  const header = (term: number, relaySeq: number, kind: "snapshot" | "update" = "update") =>
    ({ kind, protocol: "prefix", term, relaySeq, epoch: 1, seq: 1, receivedAtMs: 0 }) as const;

  function watched() {
    const notes: ConsumerNote["note"][] = [];
    const shown = new ShownTerms(
      () => true,
      ({ note }) => notes.push(note),
    );
    shown.push(pair, header(5, 10, "snapshot"));
    shown.push(pair, header(5, 11));
    return { shown, notes };
  }

  test("is fine in its order, and after a snapshot of a newer term", () => {
    const { shown, notes } = watched();
    shown.arrived(pair, header(5, 11));
    shown.counted(pair, 5, 11);
    shown.counted(pair, 4, 99);
    shown.push(pair, header(6, 2, "snapshot"));
    expect(notes).toEqual([]);
  });

  test("may be of no older term, nor stand behind a hole", () => {
    const { shown, notes } = watched();
    shown.push(pair, header(4, 12));
    expect(notes).toEqual(["old-term"]);
    const other = watched();
    other.shown.push(pair, header(5, 13));
    expect(other.notes).toEqual(["silent-loss"]);
  });

  test("may not be live while more is known than it has", () => {
    const { shown, notes } = watched();
    shown.arrived(pair, header(5, 13));
    shown.counted(pair, 5, 14);
    shown.counted(pair, 5, 14);
    expect(notes).toEqual(["silent-loss", "silent-loss"]);
  });
});

describe("a book of a term that is over", () => {
  /** What was told of it after so many milliseconds, while its owner speaks, or says that it retires, ten times a second for so long. */
  function toldAfter(ms: number, owner: "goes on" | "retires", forMs: number): string[] {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const told: string[] = [];
    const shown = new ShownTerms(
      () => true,
      ({ note }) => told.push(note),
    );
    const frame = {
      kind: "snapshot",
      protocol: "prefix",
      term: 5,
      relaySeq: 1,
      epoch: 1,
      seq: 1,
      receivedAtMs: 0,
    } as const;
    shown.push(pair, frame);
    shown.hear(shardOf(pair), 6);
    for (let passed = 0; passed < ms; passed += 100) {
      if (passed < forMs && owner === "retires") {
        shown.retires(shardOf(pair), 5);
      }
      shown.hear(shardOf(pair), 5);
      vi.advanceTimersByTime(Math.min(100, ms - passed));
      shown.look(pair);
    }
    return told;
  }

  test.each([
    ["goes on", 0, 500],
    ["retires", 400, 800],
    ["retires", 5_000, 1_100],
  ] as const)("may be live where its owner %s for %i ms, for %i ms", (owner, forMs, boundMs) => {
    expect(toldAfter(boundMs, owner, forMs)).toEqual([]);
    expect(toldAfter(boundMs + 1, owner, forMs)).toEqual(["old-term"]);
  });
});

test("a consumer that is kept from knowing terms takes any state, and goes on from there", () => {
  const blindfold = new Blindfold("terms");
  const take = (kind: "snapshot" | "update", term: number, relaySeq: number) => {
    const header = { kind, protocol: "prefix", term, relaySeq, epoch: 1, seq: 1, receivedAtMs: 0 } as const;
    const told = emptyHeader();
    new HeaderReader().read(blindfold.message(pair, header, new Uint8Array(0), 0), told);
    return [told.term, told.relaySeq];
  };
  expect([take("snapshot", 5, 500), take("update", 5, 501)]).toEqual([
    [1, 500],
    [1, 501],
  ]);
  // The state of a former owner, whose numbers are small.
  expect([take("snapshot", 4, 7), take("update", 4, 8)]).toEqual([
    [1, 501],
    [1, 502],
  ]);
});

describe("the judge", () => {
  const publishedEveryMs = 100;
  const side = { prices: [100, 101], quantities: [5, 6] };
  const exchange: TimedExchange = {
    market: () => ({ priceScale: 1, quantityScale: 3 }),
    published: (_, seq = 9) => ({ seq, updatedAtMs: publishedEveryMs * seq, window: { asks: side, bids: side } }),
  };
  const judgeOf = () => new FaultsJudge(exchange, [pair], ["c"]);
  const supersededAtMs = publishedEveryMs * 4;

  /** A note of one reading of the venue's state of this number. */
  function reading(seq: number, untilMs: number, digest?: string): ConsumerNote {
    return { note: "live", by: "reading", pair, seq, fromMs: untilMs, untilMs, digest };
  }

  test("knows a right book from a wrong one", () => {
    const judge = judgeOf();
    // In a finer scale than the venue's own.
    const digestOf = (quantity: number) => {
      const told = { length: 2, price: (index: number) => side.prices[index] ?? 0 };
      const quantities = (index: number) => 10 * (side.quantities[index] ?? 0) + quantity;
      return `1/4/${bookDigest(
        [told, told].map((one) => ({ ...one, quantity: quantities })),
        { price: 1, quantity: 1 },
      )}`;
    };
    judge.take("c", reading(3, 0, digestOf(0)));
    expect([judge.compared, judge.wrong]).toEqual([1, 0]);
    judge.take("c", reading(3, 0, digestOf(1)));
    expect([judge.compared, judge.wrong]).toEqual([2, 1]);
  });

  test("counts what was shown for long after the venue had a newer state, unless its owner was not scheduled", () => {
    const judge = judgeOf();
    judge.take("c", reading(3, supersededAtMs + 500));
    judge.decide();
    expect([judge.shownLiveTooLong, judge.staleMs]).toEqual([0, 500]);
    judge.take("c", reading(3, supersededAtMs + 501));
    judge.decide();
    expect([judge.shownLiveTooLong, judge.staleMs]).toEqual([1, 501]);
    const span = { fromMs: supersededAtMs + 100, untilMs: supersededAtMs + 200 };
    judge.late("o", span);
    judge.take("c", reading(3, supersededAtMs + 600));
    judge.decide();
    expect(judge.shownLiveTooLong).toBe(1);
    const strict = judgeOf();
    strict.stopped("o", span);
    strict.late("o", span);
    strict.take("c", reading(3, supersededAtMs + 600));
    strict.decide();
    expect(strict.shownLiveTooLong).toBe(1);
  });

  test("says which books were taken out of live, and which are not live again", async () => {
    const judge = judgeOf();
    judge.take("c", { note: "label", by: "loop", pair, label: "relay-gap", atMs: 50 });
    judge.take("c", { note: "label", by: "reading", pair, label: "relay-gap", atMs: 70 });
    expect(judge.takenOutOfLive({ fromMs: 0, untilMs: 60 })).toEqual([`c ${pair} by loop relay-gap`]);
    expect(judge.takenOutOfLive({ fromMs: 80, untilMs: 100 })).toEqual([]);
    await expect(judge.untilLiveSince(Date.now(), 1)).rejects.toThrow(`c ${pair} relay-gap`);
  });
});

test("takes its options", () => {
  expect(parseRelayFaultsOptions([], silent)).toEqual({
    minutes: 10,
    faults: undefined,
    seed: 1,
    without: "nothing",
    only: undefined,
    summary: "text",
  });
  expect(parseRelayFaultsOptions(["--faults", "26", "--without", "echo", "--json"], silent)).toMatchObject({
    minutes: undefined,
    faults: 26,
    without: "echo",
    summary: "json",
  });
  expect(parseRelayFaultsOptions(["--without", "luck"], silent)).toEqual({ exitCode: 2 });
  expect(parseRelayFaultsOptions(["--faults", "3", "--minutes", "3"], silent)).toEqual({ exitCode: 2 });
});
