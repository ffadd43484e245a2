import { expect, test } from "vitest";
import { noFaults } from "./link-faults.js";

test("a perfect link has no faults, and no two links share theirs", () => {
  expect(noFaults()).toEqual({
    latencyMs: 0,
    bytesPerSecond: Number.POSITIVE_INFINITY,
    sliceBytes: Number.POSITIVE_INFINITY,
    flow: "pass",
    passBytes: Number.POSITIVE_INFINITY,
    thenDo: "reset",
    closeDelayMs: 0,
    flipBitsAt: [],
  });
  expect(noFaults().flipBitsAt).not.toBe(noFaults().flipBitsAt);
});
