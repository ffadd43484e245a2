import { expect, it } from "vitest";
import type { ClientHabit } from "./client-messages.js";
import { type NetworkOptions, runNetwork } from "./run.js";

const silent = (): void => undefined;

/** A scenario takes as long as its outage; on a busy machine its processes take longest to start. */
const patienceMs = 300_000;

function options(names: readonly string[], orders: number, habit: ClientHabit = "careful"): NetworkOptions {
  return { orders, seed: 1, habit, lanes: names.length, names };
}

it.concurrent(
  "finds nothing wrong when orders wait at a halt, and the stream is away",
  async () => {
    const names = ["queued-at-halt", "position-limit"];
    const { summary, failures } = await runNetwork(options(names, 24), silent);
    expect(failures.join("\n")).toBe("");
    expect(summary).toMatchObject({
      scenarios: 2,
      wrong: 0,
      unknown: 0,
      sentAfterHalt: 0,
      openAfterHalt: 0,
      aboveLimit: 0,
    });
  },
  patienceMs,
);

/** Chance decides what is under way when a harm is done: some runs may be needed until a bad habit shows. */
const maxRuns = 4;

async function findsOut(habit: ClientHabit, name: string, orders: number, fault: string): Promise<void> {
  let found = "";
  for (let seed = 1; !found.includes(fault) && seed <= maxRuns; seed++) {
    found = (await runNetwork({ ...options([name], orders, habit), seed }, silent)).failures.join();
  }
  expect(found).toContain(fault);
}

it.concurrent.each([
  ["sends-after-halt", "queued-at-halt", 40, "sentAfterHalt"],
  ["unlimited", "position-limit", 10, "aboveLimit"],
] as const)("is able to fail: the client %s is found out by %s", findsOut, patienceMs);

const inCi = it.skipIf(process.env["CI"] === undefined); // Half a minute each, of processes that wait: CI has the time.

inCi.concurrent.each([
  ["unthrottled", "constant-round-trips", 60, "refusedByRate"],
  ["repeats", "half-open", 15, "wrong"],
] as const)("is able to fail: the client %s is found out by %s", findsOut, patienceMs);
