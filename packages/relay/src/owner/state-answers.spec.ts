import { fakeClock } from "@depthwire/testkit";
import { expect, test } from "vitest";
import { StateAnswers } from "./state-answers.js";

/** A channel's state costs so much, milliseconds. */
const costMs = 4;

/** An owner whose clock goes on while it makes a state. */
function owner() {
  const clock = fakeClock();
  const work = { doneMs: 0, made: [] as number[] };
  const answers = new StateAnswers({
    ...clock,
    after: clock.after.bind(clock),
    monotonicMs: () => clock.monotonicMs() + work.doneMs,
  });
  const make = (channel: number) => () => {
    work.doneMs += costMs;
    work.made.push(channel);
    return Uint8Array.of(channel);
  };
  return { clock, work, answers, make };
}

test("answers at once what costs little, and lets beats through when everybody asks for everything", async () => {
  const { clock, work, answers, make } = owner();
  const answered: number[] = [];
  const beats: number[] = [];
  const channels = Array.from({ length: 100 }, (_, channel) => ({ channel }));
  for (const channel of channels) {
    answers.ask(channel, make(channel.channel), ([number]) => answered.push(number ?? -1));
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
    answers.ask({}, make(9), () => answered.push(name));
  }
  for (const name of ["a", "b", "c"]) {
    answers.ask(wanted, make(1), () => answered.push(name));
  }
  answers.ask(
    busy,
    () => undefined,
    () => answered.push("nothing"),
  );
  await clock.advanceAndSettle(1);
  expect(answered).toEqual(["x", "y", "z", "a", "b", "c"]);
  expect(work.made).toEqual([9, 9, 9, 1]);
  work.doneMs += 100;
  answers.ask(wanted, make(1), () => answered.push("d"));
  expect(work.made).toEqual([9, 9, 9, 1, 1]);
});
