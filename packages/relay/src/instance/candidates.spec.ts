import { expect, test } from "vitest";
import { type Candidate, partOf } from "./candidates.js";

const candidate = (owner: string): Candidate => ({ name: owner.slice(0, 6), owner, live: 3, store: "answers" });

test("two lives of one instance take one place: whoever stands by behind them still does", () => {
  const candidates = ["host-a-1", "host-a-2", "host-b-1", "host-c-1"].map(candidate);
  const parts = candidates.map(({ owner }) => partOf(candidates, owner, "warm").contends);
  expect(parts).toEqual([true, true, true, false]);
});
