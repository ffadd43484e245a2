import { expect, it } from "vitest";
import { CalmFacts } from "./calm-facts.js";
import type { RelayedFacts } from "./relayed-book.js";

it("shows other figures once a second, and another status or owner at once", () => {
  let present = { status: "live", owner: "alpha-1", term: 1, lagMs: 1 } as RelayedFacts;
  const calm = new CalmFacts({ facts: () => present });
  const at = (atMs: number, change: Partial<RelayedFacts>) => {
    present = { ...present, ...change };
    const { status, owner, lagMs } = calm.facts(atMs);
    return [status, owner, lagMs];
  };
  expect(at(0, {})).toEqual(["live", "alpha-1", 1]);
  expect(at(999, { lagMs: 2 })).toEqual(["live", "alpha-1", 1]);
  expect(at(1_000, { lagMs: 3 })).toEqual(["live", "alpha-1", 3]);
  expect(at(1_200, { status: "stale", lagMs: 4 })).toEqual(["stale", "alpha-1", 4]);
  expect(at(1_400, { status: "live", owner: "beta-1", term: 2, lagMs: 5 })).toEqual(["live", "beta-1", 5]);
  expect(at(2_399, { lagMs: 6 })).toEqual(["live", "beta-1", 5]);
});
