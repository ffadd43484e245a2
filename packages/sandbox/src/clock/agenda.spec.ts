import { expect, it } from "vitest";
import { Agenda } from "./agenda.js";
import { VirtualClock } from "./virtual-clock.js";

function openAgenda(startMs = 0) {
  const clock = new VirtualClock(startMs);
  const agenda = new Agenda(clock);
  const done: string[] = [];
  const doing = (name: string) => (beats?: number) =>
    void done.push(`${clock.monotonicMs()} ${name} ${beats ?? ""}`.trim());
  return { clock, agenda, done, doing };
}

it("repeats without drifting, the first time when it is told to, until it is ended", () => {
  const { clock, agenda, done, doing } = openAgenda();
  const end = agenda.repeat("beat", { intervalMs: 10, firstAfterMs: 4 }, doing("beat"));
  agenda.repeat("slow", { intervalMs: 25 }, doing("slow"));
  clock.advance(25);
  expect(done).toEqual(["4 beat 1", "14 beat 1", "24 beat 1", "25 slow 1"]);
  end();
  clock.advance(25);
  expect(done.slice(4)).toEqual(["50 slow 1"]);
  expect(agenda.save()).toEqual([{ name: "slow", inMs: 25 }]);
});

it("stands once for all times that could not be kept, and says how many they were", () => {
  const { clock, agenda, done, doing } = openAgenda();
  agenda.repeat("beat", { intervalMs: 10 }, doing("beat"));
  clock.moveTo(35);
  clock.advance(0);
  expect(done).toEqual(["35 beat 3"]);
  clock.advance(5);
  expect(done.slice(1)).toEqual(["40 beat 1"]);
});

it("does what was defined as often as it is asked for, never before now, and nothing that was not", () => {
  const { clock, agenda, done, doing } = openAgenda();
  agenda.define("wake", doing("wake"));
  agenda.once("wake", 5);
  agenda.once("wake", -5);
  agenda.once("nobody", 1);
  clock.advance(10);
  expect(done).toEqual(["0 wake 1", "5 wake 1"]);
  expect(agenda.save()).toEqual([]);
});

it("sets what was due again in another venue, at the same distances and in the same order", () => {
  const first = openAgenda();
  first.agenda.define("b", first.doing("b"));
  first.agenda.define("a", first.doing("a"));
  first.clock.advance(100);
  first.agenda.once("b", 7);
  first.agenda.once("a", 7);
  first.agenda.repeat("beat", { intervalMs: 10 }, first.doing("beat"));
  first.clock.advance(3);
  const saved = first.agenda.save();
  expect(saved).toEqual([
    { name: "b", inMs: 4 },
    { name: "a", inMs: 4 },
    { name: "beat", inMs: 7 },
  ]);
  const other = openAgenda(1000);
  other.agenda.define("a", other.doing("a"));
  other.agenda.define("b", other.doing("b"));
  other.agenda.once("a", 1);
  other.agenda.restore(saved);
  other.clock.advance(20);
  expect(other.done).toEqual(["1004 b 1", "1004 a 1"]);
});

it("lets what it does take back what is due, itself too", () => {
  const { clock, agenda, done, doing } = openAgenda();
  const end = agenda.repeat("beat", { intervalMs: 10 }, () => {
    doing("beat")();
    end();
  });
  clock.advance(50);
  expect(done).toEqual(["10 beat"]);
});
