import { expect, it } from "vitest";
import type { ClientHabit } from "./client-messages.js";
import { type NetworkOptions, runNetwork } from "./run.js";

const silent = (): void => undefined;

/** A scenario takes as long as its outage; on a busy machine its processes take longest to start. */
const patienceMs = 300_000;

function options(names: readonly string[], orders: number, habit: ClientHabit = "careful"): NetworkOptions {
  return { orders, seed: 1, habit, lanes: names.length, names };
}

it(
  "finds nothing wrong when orders wait at a halt, the venue is killed, and the stream is away",
  async () => {
    const names = ["queued-at-halt", "killed-venue", "position-limit"];
    const { summary, failures } = await runNetwork(options(names, 36), silent);
    expect(failures).toEqual([]);
    expect(summary).toMatchObject({
      scenarios: 3,
      wrong: 0,
      unknown: 0,
      sentAfterHalt: 0,
      openAfterHalt: 0,
      aboveLimit: 0,
    });
  },
  patienceMs,
);

it.concurrent.each([
  ["sends-after-halt", "queued-at-halt", 40, "sentAfterHalt"],
  ["unthrottled", "constant-round-trips", 60, "refusedByRate"],
  ["unlimited", "position-limit", 10, "aboveLimit"],
  ["repeats", "half-open", 15, "wrong"],
] as const)(
  "is able to fail: the client %s is found out by %s",
  async (habit, name, orders, fault) => {
    const { summary, failures } = await runNetwork(options([name], orders, habit), silent);
    expect(Number(summary[fault])).toBeGreaterThan(0);
    expect(failures.join()).toContain(fault);
  },
  patienceMs,
);
