import type { Command } from "@depthwire/exchange";
import { expect, it } from "vitest";
import { LastingStates } from "./lasting-states.js";

const command = (text: string): Command => ({ kind: text }) as unknown as Command;

function openStates() {
  const applied: unknown[] = [];
  const states = new LastingStates(({ kind }) => applied.push(kind));
  const set = (name: string, value: string) =>
    states.set({ name, usual: "usual", command: (one: string) => command(`${name} ${one}`) }, value);
  const takeApplied = (): unknown[] => applied.splice(0);
  return { states, set, takeApplied };
}

it("sets a state, and takes it back", () => {
  const { states, set, takeApplied } = openStates();
  const undo = set("a", "low");
  expect([takeApplied(), states.usual()]).toEqual([["a low"], [command("a usual")]]);
  undo();
  expect([takeApplied(), states.usual()]).toEqual([["a usual"], []]);
});

it("has the latest of several count, and each take back only what it did", () => {
  const { states, set, takeApplied } = openStates();
  const [first, second, third] = [set("a", "1"), set("a", "2"), set("a", "3")];
  takeApplied();
  second();
  expect(takeApplied()).toEqual([]);
  third();
  expect([takeApplied(), states.usual()]).toEqual([["a 1"], [command("a usual")]]);
  first();
  expect([takeApplied(), states.usual()]).toEqual([["a usual"], []]);
});

it("keeps states of different names apart, and sets all again that are set", () => {
  const { states, set, takeApplied } = openStates();
  const undo = set("a", "1");
  set("b", "1");
  set("b", "2");
  undo();
  takeApplied();
  states.setAgain();
  expect([takeApplied(), states.usual()]).toEqual([["b 2"], [command("b usual")]]);
});
