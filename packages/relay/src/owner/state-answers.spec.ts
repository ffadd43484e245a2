import { fakeClock } from "@depthwire/testkit";
import { describe, expect, test } from "vitest";
import { noOwnerCounts } from "./owner-counts.js";
import { StateAnswers } from "./state-answers.js";

/** A channel's state costs so much, milliseconds. */
const costMs = 4;

/** An owner whose clock goes on while it makes a state. */
function owner() {
  const clock = fakeClock();
  const counts = noOwnerCounts();
  const work = { doneMs: 0, made: [] as number[] };
  const answers = new StateAnswers(
    {
      ...clock,
      after: clock.after.bind(clock),
      monotonicMs: () => clock.monotonicMs() + work.doneMs,
    },
    counts,
  );
  const make = (channel: number) => () => {
    work.doneMs += costMs;
    work.made.push(channel);
    return Uint8Array.of(channel);
  };
  return { clock, work, answers, make, counts };
}

test("answers at once what costs little, and lets beats through when everybody asks for everything", async () => {
  const { clock, work, answers, make } = owner();
  const answered: number[] = [];
  const beats: number[] = [];
  const channels = Array.from({ length: 100 }, (_, channel) => ({ channel }));
  for (const channel of channels) {
    answers.ask(channel, make(channel.channel), { respond: ([number]) => void answered.push(number ?? -1) });
  }
  // Three of 4 ms: the others wait for their turn.
  expect(answered).toEqual([0, 1, 2]);
  const beat = (): void => {
    beats.push(work.made.length);
    if (answered.length < channels.length) {
      clock.after(0, beat);
    }
  };
  beat();
  await clock.advanceAndSettle(0);
  expect(answered).toEqual(channels.map(({ channel }) => channel));
  const betweenBeats = beats.slice(1).map((made, index) => made - (beats[index] ?? 0));
  expect(Math.max(...betweenBeats)).toBe(3);
});

test("makes one state for all who asked until then, and another one for who asks later", async () => {
  const { clock, work, answers, make } = owner();
  const [busy, wanted] = [{}, {}];
  const answered: string[] = [];
  for (const name of ["x", "y", "z"]) {
    answers.ask({}, make(9), { respond: () => void answered.push(name) });
  }
  for (const name of ["a", "b", "c"]) {
    answers.ask(wanted, make(1), { respond: () => void answered.push(name) });
  }
  answers.ask(busy, () => undefined, { respond: () => void answered.push("nothing") });
  await clock.advanceAndSettle(1);
  expect(answered).toEqual(["x", "y", "z", "a", "b", "c"]);
  expect(work.made).toEqual([9, 9, 9, 1]);
  work.doneMs += 100;
  answers.ask(wanted, make(1), { respond: () => void answered.push("d") });
  expect(work.made).toEqual([9, 9, 9, 1, 1]);
});

describe("where one connection asks for more than its share", () => {
  const megabyte = 1_048_576;
  const state = new Uint8Array(megabyte / 4);

  /** An owner whose states are large, and what each asker got of them, bytes. */
  function askedOwner() {
    const { clock, answers, counts } = owner();
    const got = new Map<string | undefined, number>();
    const ask = (channel: object, asker: string | undefined): void =>
      answers.ask(channel, () => state, {
        asker,
        respond: ({ length }) => void got.set(asker, (got.get(asker) ?? 0) + length),
      });
    return { clock, counts, got, ask };
  }

  test("a question that it asks again is answered once", async () => {
    const { clock, answers } = owner();
    const times = new Map<object, number>();
    const channels = Array.from({ length: 64 }, () => ({}));
    for (const waitMs of [500, 1_000, 10_000]) {
      for (const channel of channels.filter((one) => !times.has(one))) {
        answers.ask(channel, () => state, {
          asker: "joins",
          respond: () => void times.set(channel, (times.get(channel) ?? 0) + 1),
        });
      }
      for (let passedMs = 0; passedMs < waitMs; passedMs += 10) {
        await clock.advanceAndSettle(10);
      }
    }
    expect(channels.map((channel) => times.get(channel))).toEqual(channels.map(() => 1));
  });

  test("a question beyond it that waits for less than anybody does is answered, once its turn comes", async () => {
    const { clock, counts, got, ask } = askedOwner();
    // Three seconds beyond the burst.
    const channels = Array.from({ length: 80 }, () => ({}));
    for (const channel of channels) {
      ask(channel, "joins");
    }
    for (let passedMs = 0; passedMs < 3_500; passedMs += 10) {
      await clock.advanceAndSettle(10);
    }
    expect([got.get("joins"), counts.refused]).toEqual([channels.length * state.length, 0]);
  });

  test("a question that nobody waits for any longer is dropped", async () => {
    const { clock, counts, got, ask } = askedOwner();
    const channels = Array.from({ length: 160 }, () => ({}));
    for (const channel of channels) {
      ask(channel, "joins");
    }
    for (let passedMs = 0; passedMs < 20_000; passedMs += 10) {
      await clock.advanceAndSettle(10);
    }
    const answered = (got.get("joins") ?? 0) / state.length;
    // The burst, and four seconds of sixteen.
    expect(answered).toBeGreaterThan(90);
    expect(answered).toBeLessThan(102);
    expect(counts.refused).toBe(channels.length - answered);
  });

  test("it gets that, and everybody else is answered beside it", async () => {
    const { clock, counts, got, ask } = askedOwner();
    const channels = Array.from({ length: 10 }, () => ({}));
    const lateMs: number[] = [];
    for (let atMs = 0; atMs < 10_000; atMs += 10) {
      for (const channel of channels) {
        ask(channel, "flood");
      }
      if (atMs % 1_000 === 500) {
        const before = got.get("other") ?? 0;
        ask(channels[0] as object, "other");
        const askedMs = clock.monotonicMs();
        while ((got.get("other") ?? 0) === before) {
          await clock.advanceAndSettle(1);
        }
        lateMs.push(clock.monotonicMs() - askedMs);
      }
      await clock.advanceAndSettle(10);
    }
    expect(Math.max(...lateMs)).toBeLessThanOrEqual(20);
    // Eight at once, then four a second; a turn's answers may be beyond that.
    expect(got.get("flood")).toBeGreaterThan(45 * megabyte);
    expect(got.get("flood")).toBeLessThan(51 * megabyte);
    expect(counts.refused).toBeGreaterThan(5_000);
  });

  test("what is answered at once is bounded, whoever asks", async () => {
    const { clock, got, ask } = askedOwner();
    const channel = {};
    const told = (): number => [...got.values()].reduce((sum, bytes) => sum + bytes, 0);
    for (let asker = 0; asker < 200; asker++) {
      ask(channel, `asker-${asker}`);
    }
    let before = told();
    expect(before).toBeLessThanOrEqual(megabyte);
    let mostAtOnce = 0;
    for (let ms = 0; ms < 2_000; ms++) {
      await clock.advanceAndSettle(1);
      mostAtOnce = Math.max(mostAtOnce, told() - before);
      before = told();
    }
    expect(mostAtOnce).toBe(megabyte);
    expect(told()).toBe(200 * state.length);
  });

  test("of its equal questions the newest are answered; those of a bus that does not tell who asks all are", async () => {
    const { clock, answers, counts } = owner();
    const answered: string[] = [];
    const channel = {};
    answers.ask({}, () => new Uint8Array(2 * megabyte), { respond: () => {} });
    for (let question = 0; question < 6; question++) {
      for (const asker of ["one", undefined]) {
        answers.ask(channel, () => Uint8Array.of(1), {
          asker,
          respond: () => void answered.push(`${asker ?? "nobody"} ${question}`),
        });
      }
    }
    await clock.advanceAndSettle(100);
    expect(answered.filter((words) => words.startsWith("one"))).toEqual(["one 2", "one 3", "one 4", "one 5"]);
    expect(answered.filter((words) => words.startsWith("nobody"))).toHaveLength(6);
    expect(counts.refused).toBe(2);
  });
});
