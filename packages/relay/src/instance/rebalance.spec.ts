import { describe, expect, test } from "vitest";
import { type Candidate, partOf } from "./candidates.js";
import { Rebalance } from "./rebalance.js";

const one = (name: string, live: number, store: Candidate["store"] = "answers"): Candidate => ({
  name,
  owner: `${name}-x`,
  live,
  store,
});
const limits = { firstLooks: 4, liverLooks: 2 };

/** Looks until a move is called for; undefined for none within 400. */
function looksUntilMove(rebalance: Rebalance, candidates: readonly Candidate[], owner = "b-x"): number | undefined {
  for (let look = 1; look <= 400; look++) {
    if (rebalance.look("s07", candidates, owner) !== undefined) {
      return look;
    }
  }
  return undefined;
}

describe("moves of shards", () => {
  test.each([
    ["the first is as live", [one("a", 3), one("b", 3)], 5],
    ["the first is more live", [one("a", 3), one("b", 2)], 3],
    ["another one is more live", [one("b", 2), one("c", 3)], 3],
    ["the first is less live", [one("a", 2), one("b", 3)], undefined],
    ["the first does not reach the store", [one("a", 3, "away"), one("b", 3)], undefined],
    ["nobody is live", [one("a", 0), one("b", 0)], undefined],
    ["it is the first", [one("b", 3), one("c", 3)], undefined],
    ["it is no candidate any more", [one("a", 3)], 3],
  ])("when %s", (_why, candidates, looks) => {
    expect(looksUntilMove(new Rebalance(limits), candidates)).toBe(looks);
  });

  test("take longer, twice each time, for one that failed before", () => {
    const rebalance = new Rebalance(limits);
    const good = [one("a", 3), one("b", 3)];
    const bad = [one("a", 0), one("b", 3)];
    const found: (number | undefined)[] = [];
    for (let failure = 0; failure < 3; failure++) {
      found.push(looksUntilMove(rebalance, good));
      rebalance.look("s07", bad, "b-x");
    }
    rebalance.notTaken("s07", "a-x");
    found.push(looksUntilMove(rebalance, good));
    rebalance.forget("s07");
    rebalance.won("s07", bad, "b-x");
    found.push(looksUntilMove(rebalance, good));
    expect(found).toEqual([5, 9, 17, 65, 129]);
  });
});

describe("the part of an instance", () => {
  const all = [one("a", 3), one("b", 3), one("c", 3)];

  test.each([
    ["a-x", { contends: true, follows: true }, { contends: true, follows: true }],
    ["b-x", { contends: true, follows: true }, { contends: true, follows: false }],
    ["c-x", { contends: false, follows: false }, { contends: false, follows: false }],
    ["d-x", { contends: false, follows: false }, { contends: false, follows: false }],
  ])("%s", (owner, warm, cold) => {
    expect(partOf(all, owner, "warm")).toEqual(warm);
    expect(partOf(all, owner, "cold")).toEqual(cold);
  });

  test("whoever has more live books than both of the first contends", () => {
    expect(partOf([one("a", 1), one("b", 0), one("c", 2)], "c-x", "warm").contends).toBe(true);
    expect(partOf([one("a", 2), one("b", 0), one("c", 2)], "c-x", "warm").contends).toBe(false);
  });
});
