import { expect, test } from "vitest";
import type { Difference } from "../mirror/difference.js";
import { as } from "../mirror/scripted-records.spec-kit.js";
import { GapAccumulator } from "./gap-accumulator.js";

const sizeOf = (pair: string): Difference => ({
  what: "position-size",
  pair: as(pair),
  side: "long",
  explainedQuantity: as("1"),
  venueQuantity: as("2"),
});
const missing: Difference = { what: "order-missing", orderId: as("7") };

test("what was told of some orders is not told again by the next look at some", () => {
  const gaps = new GapAccumulator();
  gaps.settle([]);
  expect(gaps.settleSome([missing])).toEqual([{ kind: "difference", difference: missing }]);
  expect(gaps.hasTold("7")).toBe(true);
  expect(gaps.settleSome([])).toEqual([]);
  expect(gaps.settleSome([missing])).toEqual([]);
});

test("what a look at everything told is not told again by the next look at some", () => {
  const gaps = new GapAccumulator();
  expect(gaps.settle([missing])).toEqual([{ kind: "started" }, { kind: "difference", difference: missing }]);
  expect(gaps.settleSome([missing])).toEqual([]);
});

test("the size of each position is a difference of its own", () => {
  const gaps = new GapAccumulator();
  gaps.settle([sizeOf("4BTC_USDT")]);
  const other = sizeOf("4ETH_USDT");
  expect(gaps.settle([sizeOf("4BTC_USDT"), other])).toEqual([{ kind: "difference", difference: other }]);
});
