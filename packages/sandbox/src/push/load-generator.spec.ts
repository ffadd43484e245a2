import { expect, it } from "vitest";
import { Agenda } from "../clock/agenda.js";
import { VirtualClock } from "../clock/virtual-clock.js";
import { openHeard } from "../spec-support/heard-connection.js";
import { Hub } from "./hub.js";
import { LoadGenerator } from "./load-generator.js";

function openLoad(framesPerSecond: number, pairs: readonly string[] = ["a", "b", "c"]) {
  const clock = new VirtualClock(0);
  const hub = new Hub();
  const { connection, done } = openHeard();
  hub.connect(connection);
  const wanted = new Set(pairs);
  const loads: string[] = [];
  const load = (pair: string, publications: number): void => {
    loads.push(`${clock.epochMs()} ${pair} ${publications}`);
  };
  const generator = new LoadGenerator(hub, { pairs, isDepthWanted: (pair) => wanted.has(pair), load }, framesPerSecond);
  const stop = generator.start(new Agenda(clock));
  return { clock, generator, loads, wanted, done, stop };
}

it("spreads its rate over the pairs that somebody listens to, and what is left over to others each time", () => {
  const { clock, loads, wanted } = openLoad(1000);
  wanted.delete("b");
  clock.advance(10);
  expect(loads).toEqual(["5 a 3", "5 c 2", "10 a 2", "10 c 3"]);
});

it("saves fractions up until they are a whole one", () => {
  const { clock, loads } = openLoad(300, ["a"]);
  clock.advance(20);
  expect(loads).toEqual(["5 a 1", "10 a 2", "15 a 1", "20 a 2"]);
});

it("has no more than one a millisecond for each pair", () => {
  const { clock, loads } = openLoad(1_000_000, ["a", "b"]);
  clock.advance(5);
  expect(loads).toEqual(["5 a 5", "5 b 5"]);
});

it("does nothing while nobody listens, and owes nobody anything for it", () => {
  const { clock, loads, wanted } = openLoad(200, ["a"]);
  wanted.clear();
  clock.advance(1000);
  expect(loads).toEqual([]);
  wanted.add("a");
  clock.advance(5);
  expect(loads).toEqual(["1005 a 1"]);
});

it("lets each burst leave in one write, and ends when it is told to", () => {
  const { clock, done, stop, loads } = openLoad(1000, ["a"]);
  clock.advance(5);
  expect(done).toEqual(["(hold)", "(release)"]);
  stop();
  clock.advance(100);
  expect(loads).toEqual(["5 a 5"]);
});

it("goes back to where it was", () => {
  const { clock, generator, loads } = openLoad(300);
  clock.advance(5);
  const saved = generator.save();
  expect(saved).toEqual({ owed: 0.5, turn: 1 });
  clock.advance(10);
  const once = loads.splice(1);
  generator.restore(saved);
  clock.advance(10);
  const withoutTime = (line: string): string => line.replace(/^\d+ /, "");
  expect(loads.slice(1).map(withoutTime)).toEqual(once.map(withoutTime));
});
