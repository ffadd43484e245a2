import { describe, expect, test } from "vitest";
import { InstanceWorld, type SpecInstance, worldLeaseMs } from "../spec-kit/instance-world.spec-kit.js";
import { RelayWorld } from "../spec-kit/relay-world.spec-kit.js";
import type { MemberBeat } from "./member-beat.js";
import { type OwnStanding, Strangers } from "./strangers.js";

const pairs = ["4BTC_USDT", "4ETH_USDT", "5BTC_USD"];

/** Two instances whose leases differ, and what delays their words to each other. Milliseconds of the world's clock. */
interface Beginning {
  readonly seed: number;
  /** In the order in which they begin. */
  readonly names: readonly [string, string];
  readonly gapMs: number;
  /** Until when each hears nothing of the other one, in that order. */
  readonly deafUntilMs: readonly [number, number];
}

function isRefused({ events }: SpecInstance): boolean {
  return events.some((event) => event.kind === "lease-differs" && event.part === "joins");
}

async function refusedOf({ seed, names, gapMs, deafUntilMs }: Beginning): Promise<SpecInstance[]> {
  const world: RelayWorld = new RelayWorld(seed, pairs, {
    loses: (connection, subject, sender) => {
      const place = names.findIndex((name) => connection.startsWith(name));
      const isOfOther = subject === world.subjects.members() && sender !== connection;
      return isOfOther && world.clock.monotonicMs() < (deafUntilMs[place] ?? 0);
    },
  });
  const spec = new InstanceWorld(world);
  for (const [place, name] of names.entries()) {
    void spec.instance(name, { leaseMs: worldLeaseMs * (place + 1) }).relay.start();
    await world.run(place === 0 ? gapMs : 0);
  }
  await spec.until(() => spec.instances.some(isRefused), 10_000);
  await world.run(3_000);
  const refused = spec.instances.filter(isRefused);
  const [stays] = spec.instances.filter((one) => !isRefused(one));
  // Nothing is left to the one that was refused, whatever it had won before.
  expect(refused.flatMap(({ relay }) => relay.status().shards.filter(({ role }) => role === "owner"))).toEqual([]);
  await spec.until(() => Object.values(spec.owners()).flat().length === pairs.length, 5_000);
  expect(Object.values(spec.owners()).flat()).toEqual(pairs.map(() => stays?.name));
  return refused;
}

describe("of two instances whose leases differ exactly one stays", () => {
  test.each([0, 40, 200, 600])(
    "when the second begins %i ms after the first, whatever each hears first",
    async (gapMs) => {
      let seed = 0;
      for (const names of [
        ["host-a", "host-b"],
        ["host-b", "host-a"],
      ] as const) {
        for (const first of [0, 900, 2_500]) {
          for (const second of [0, 900, 2_500]) {
            const beginning: Beginning = { seed: ++seed, names, gapMs, deafUntilMs: [first, second] };
            expect([beginning, (await refusedOf(beginning)).length]).toEqual([beginning, 1]);
          }
        }
      }
    },
    60_000,
  );
});

describe("who yields", () => {
  const other: MemberBeat = {
    version: 1,
    name: "host-b",
    owner: "host-b-x1",
    beat: 7,
    plan: 3,
    store: "answers",
    live: [],
    owned: {},
    state: "present",
    leaseMs: 2_000,
  };
  const own = (standing: Partial<OwnStanding>, inPlan: readonly string[] = []): OwnStanding => ({
    isListening: false,
    isJoining: false,
    isInPlan: (name) => inPlan.includes(name),
    ...standing,
  });
  const yields = (name: string, beat: Partial<MemberBeat>, standing: OwnStanding): boolean => {
    const parts = { name, owner: `${name}-x1`, venue: undefined, leaseMs: 1_000, tell: () => undefined };
    const strangers = new Strangers(parts);
    expect(strangers.isOne({ ...other, ...beat }, standing)).toBe(true);
    return strangers.isRefused;
  };

  test.each([
    ["who listens, to who takes part", "host-a", {}, own({ isListening: true }), true],
    ["nobody who takes part, to who listens", "host-c", { standing: "listens" }, own({}), false],
    ["nobody, to who was refused", "host-c", { standing: "refused" }, own({ isListening: true }), false],
    ["nobody, to who has left", "host-c", { state: "left" }, own({ isListening: true }), false],
    ["the larger of two that listen", "host-c", { standing: "listens" }, own({ isListening: true }), true],
    ["not the smaller of two that listen", "host-a", { standing: "listens" }, own({ isListening: true }), false],
    ["who is not in the plan", "host-a", {}, own({}, ["host-b"]), true],
    ["nobody in the plan, to who is not", "host-c", {}, own({}, ["host-c"]), false],
    ["the larger of two in the plan", "host-c", {}, own({}, ["host-b", "host-c"]), true],
    ["the older of two lives of one name", "host-b", { owner: "host-b-x2" }, own({}, ["host-b"]), true],
    ["not the younger of two lives of one name", "host-b", { owner: "host-b-x0" }, own({}, ["host-b"]), false],
    ["nobody whose place in the plan is not known yet", "host-c", {}, own({ isJoining: true }, ["host-b"]), false],
  ] as const)("%s", (_, name, beat, standing, expected) => {
    expect(yields(name, beat, standing)).toBe(expected);
  });
});
