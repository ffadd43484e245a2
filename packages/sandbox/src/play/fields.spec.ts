import { describe, expect, it } from "vitest";
import { VirtualClock } from "../clock/virtual-clock.js";
import { nodePorts } from "../node/node-ports.js";
import { castOf, settingsOf } from "../options.js";
import { refusalBy } from "../spec-support/refused.js";
import {
  account,
  amount,
  coin,
  contracts,
  decimalBetween,
  delays,
  type Field,
  faults,
  flag,
  milliseconds,
  optional,
  snapshotName,
} from "./fields.js";
import { prepareScenario } from "./scenario.js";
import type { Cast } from "./stage.js";

const settings = settingsOf(
  { pairs: ["4BTC_USDT", "5ETH_USD", "BTC_USDT"] },
  { ...nodePorts, clock: new VirtualClock(0) },
);
const cast = castOf(settings, { hasAccount: (number) => number === 1234 });

function taken<Value>(field: Field<Value>, value: unknown): Value {
  return field.check(value, "at", cast);
}

function refused(field: Field<unknown>, value: unknown): unknown {
  return refusalBy(() => taken(field, value))?.[1];
}

describe("a value of a step", () => {
  it("may be a time of at most a year", () => {
    const field = milliseconds("says");
    expect([field.says, taken(field, 0), taken(field, 31_536_000_000)]).toEqual(["says", 0, 31_536_000_000]);
    for (const value of [-1, 31_536_000_001, 0.5, undefined]) {
      expect(refused(field, value)).toBe("an integer from 0 to 31536000000");
    }
  });

  it("may be absent, where it is made so", () => {
    const field = optional(milliseconds("says"));
    expect([taken(field, undefined), taken(field, 5), field.isOptional]).toEqual([undefined, 5, true]);
    expect(refused(field, -1)).toBe("an integer from 0 to 31536000000");
  });

  it("may be a decimal within bounds, in units of its scale", () => {
    const field = decimalBetween("says", { min: "-0.5", max: "2", scale: 3 });
    expect(["-0.5", "2", "0", "0.125", "1.5000"].map((value) => taken(field, value))).toEqual([
      -500, 2000, 0, 125, 1500,
    ]);
    for (const value of ["-0.501", "2.001", "0.0001"]) {
      expect(refused(field, value)).toBe("a decimal from -0.5 to 2 with at most 3 decimals");
    }
    expect(refused(field, 1)).toBe("a decimal as text");
    expect(field.schema).toEqual({ type: "string", pattern: "^-?[0-9]+(\\.[0-9]{1,3}0*)?$" });
  });

  it("may be a truth value, a snapshot's name, or an amount", () => {
    expect([taken(flag("says"), true), refused(flag("says"), 1)]).toEqual([true, "true or false"]);
    expect([taken(snapshotName, "a"), taken(snapshotName, `A${"._-9".repeat(15)}abc`)]).toHaveLength(2);
    for (const value of ["", "-a", ".a", "a b", `a${"b".repeat(64)}`, 5]) {
      expect(refused(snapshotName, value)).toBe(
        "a name of 1 to 64 letters, digits, dots, hyphens and underscores that begins with a letter or a digit",
      );
    }
    expect(taken(amount, "-1.0000000001")).toBe("-1.0000000001");
    expect(refused(amount, "0.00000000001")).toBe("a decimal with at most 10 decimals");
  });

  it("may be a contract of the venue; all of them where it is absent, and never a spot pair", () => {
    const pairs = (value: unknown): readonly string[] => taken(contracts, value).map(({ pair }) => pair);
    expect(pairs(undefined)).toEqual(["4BTC_USDT", "5ETH_USD"]);
    expect(pairs("5ETH_USD")).toEqual(["5ETH_USD"]);
    for (const value of ["BTC_USDT", "4ETH_USDT", 5]) {
      expect(refused(contracts, value)).toBe("one of the venue's contracts: 4BTC_USDT, 5ETH_USD");
    }
  });

  it("may be an account that the venue has, or the demo account by its name", () => {
    expect([taken(account, "demo"), taken(account, 1234)]).toEqual([100_001, 1234]);
    expect(refused(account, 1235)).toBe("`demo`, or the number of an account that the venue has already");
    expect(refused(account, "other")).toBe("an integer from 1000 to 999999999999");
  });

  it("may be a coin of the list, or one that a contract settles in", () => {
    expect([taken(coin, "USDT"), taken(coin, "ETH"), taken(coin, "AAVE")]).toEqual(["USDT", "ETH", "AAVE"]);
    expect(refused(coin, "NONE")).toMatch(/^a coin of the venue: BTC, /);
    expect(refused(coin, 5)).toBe("a text");
  });

  it("may be delays, and rules of faults that last as long as the step", () => {
    expect(taken(delays, { feed: 5 })).toEqual({ feed: { ms: 5, jitterMs: 0 } });
    expect(refused(delays, { other: 5 })).toBe("one of orderEntry, response, feed");
    expect(taken(faults, [{ kind: "drop" }, { kind: "cut", count: 2 }])).toEqual([
      { kind: "drop", count: 1_000_000 },
      { kind: "cut", count: 2 },
    ]);
    for (const value of [[], { kind: "drop" }, undefined]) {
      expect(refused(faults, value)).toBe("a list of rules");
    }
  });
});

describe("a scenario", () => {
  const prepared = (value: unknown, on: Cast = cast): unknown => {
    const { name, steps } = prepareScenario(value, on);
    return { name, steps: steps.map(({ atMs, does, forMs, snapshot }) => ({ atMs, does, forMs, snapshot })) };
  };

  it("is in the order of its times, those of one time as they stand", () => {
    const steps = [
      { atMs: 5, do: "halt", forMs: 7 },
      { atMs: 0, do: "snapshot", name: "a" },
      { atMs: 5, do: "go-back", name: "a" },
    ];
    expect(prepared({ says: "a sentence", steps })).toEqual({
      name: "unnamed",
      steps: [
        { atMs: 0, does: "snapshot", forMs: undefined, snapshot: "a" },
        { atMs: 5, does: "halt", forMs: 7, snapshot: undefined },
        { atMs: 5, does: "go-back", forMs: undefined, snapshot: "a" },
      ],
    });
    expect(prepared({ name: "day", steps: [{ atMs: 0, do: "halt" }] })).toMatchObject({ name: "day" });
  });

  const known =
    "one of move-index, quote-less, halt, limit-only, funding, faults, disconnect, latency, restrict, credit, deposit, snapshot, go-back";
  const taken = "a snapshot that the sandbox has, or that an earlier step takes";

  it.each<[unknown, string, string]>([
    [[], "scenario", "an object"],
    [{ steps: [] }, "steps", "a list of at least one step"],
    [{ steps: {} }, "steps", "a list of at least one step"],
    [{ steps: [{ atMs: 0, do: "halt" }], says: "" }, "says", "a text"],
    [{ steps: [{ atMs: 0, do: "halt" }], name: 5 }, "name", "a text"],
    [{ steps: [5] }, "steps[0].do", known],
    [{ steps: [{ atMs: 0 }] }, "steps[0].do", known],
    [{ steps: [{ do: "halt" }] }, "steps[0].atMs", "an integer from 0 to 31536000000"],
    [{ steps: [{ atMs: 0, do: "halt", name: "a" }] }, "steps[0].name", "a known key"],
    [{ steps: [{ atMs: 0, do: "go-back", name: "a" }] }, "steps[0].name", taken],
    [
      {
        steps: [
          { atMs: 0, do: "go-back", name: "a" },
          { atMs: 0, do: "snapshot", name: "a" },
        ],
      },
      "steps[0].name",
      taken,
    ],
    [
      {
        steps: [
          { atMs: 0, do: "snapshot", name: "b" },
          { atMs: 1, do: "go-back", name: "a" },
        ],
      },
      "steps[1].name",
      taken,
    ],
    [
      { steps: [{ atMs: 0, do: "deposit", account: "demo", coin: "USDT", amount: "0" }] },
      "steps[0].amount",
      "a positive decimal with at most 6 decimals, as USDT has",
    ],
    [
      { steps: [{ atMs: 0, do: "funding", rate: "0.00376" }] },
      "steps[0].rate",
      "a decimal from -0.00375 to 0.00375 with at most 10 decimals",
    ],
    [
      { steps: [{ atMs: 0, do: "move-index", by: "101" }] },
      "steps[0].by",
      "a decimal from -0.999 to 100 with at most 6 decimals",
    ],
    [
      { steps: [{ atMs: 0, do: "quote-less", share: "1.1" }] },
      "steps[0].share",
      "a decimal from 0 to 1 with at most 3 decimals",
    ],
  ])("is refused with the place and what must stand there: %j", (scenario, place, rule) => {
    expect(refusalBy(() => prepareScenario(scenario, cast))).toEqual([place, rule]);
  });

  it("acts on nobody else's market, and may go back to what the sandbox has", () => {
    const fed = castOf({ markets: settings.markets, feed: { start: () => () => {} } });
    const rule = "a step that acts on a market from outside: nobody's agents make it, and it does not go back";
    for (const step of [
      { do: "move-index", by: "0" },
      { do: "quote-less", share: "1" },
      { do: "snapshot", name: "a" },
      { do: "go-back", name: "a" },
    ]) {
      expect(refusalBy(() => prepareScenario({ steps: [{ atMs: 0, ...step }] }, fed))).toEqual(["steps[0].do", rule]);
    }
    const kept = castOf(settings, { hasSnapshot: (name) => name === "a" });
    expect(prepared({ steps: [{ atMs: 0, do: "go-back", name: "a" }] }, kept)).toMatchObject({ name: "unnamed" });
  });
});
