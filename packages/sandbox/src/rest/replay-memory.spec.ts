import { expect, it } from "vitest";
import { ReplayMemory } from "./replay-memory.js";

it("remembers each signature of a key for as long as its timestamp can be taken", () => {
  const memory = new ReplayMemory(30_000);
  expect([memory.take("a", "1", 0), memory.take("a", "1", 0), memory.take("b", "1", 0)]).toEqual([true, false, true]);
  for (let at = 1000; at <= 60_000; at += 1000) {
    expect(memory.take("a", "1", at)).toBe(false);
  }
});

it("forgets them in time", () => {
  const memory = new ReplayMemory(30_000);
  memory.take("a", "1", 0);
  expect(memory.take("a", "2", 60_000)).toBe(true);
  expect(memory.take("a", "3", 120_000)).toBe(true);
  expect(memory.take("a", "1", 120_001)).toBe(true);
});

it("holds a bounded number of them", () => {
  const memory = new ReplayMemory(30_000);
  for (let i = 0; i < 100_001; i++) {
    memory.take("a", String(i), 0);
  }
  expect([memory.take("a", "0", 0), memory.take("a", "100000", 0)]).toEqual([true, false]);
});
