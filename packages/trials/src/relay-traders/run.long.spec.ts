import { seededRandom } from "@depthwire/testkit";
import { expect, it } from "vitest";
import { judge } from "./judge.js";
import { lengthsFor } from "./lengths.js";
import { parseTradersOptions } from "./options.js";
import { runTraders } from "./run.js";
import type { TraderNote } from "./trader-messages.js";

const quiet = (): void => undefined;

it("the venue takes no order of a trader that was stopped amid it and has a successor, and it would without the fence", async () => {
  const plan = { pauses: 1, keys: 1, random: seededRandom(3) } as const;
  const [kept, asked] = await Promise.all([
    runTraders({ ...plan, fence: "kept", only: "lease-seen" }, quiet),
    runTraders({ ...plan, fence: "asked-early", only: "admitted" }, quiet),
  ]);
  expect(kept.failures).toEqual([]);
  expect(kept.summary).toMatchObject({ pauses: 1, acceptedFromFormer: 0, duplicates: 0, unresolved: 0 });
  expect(kept.summary.tooLate).toBeGreaterThan(0);
  expect(kept.summary.takeovers).toBeGreaterThan(1);
  expect(asked.summary.acceptedFromFormer).toBeGreaterThan(0);
  expect(asked.failures.length).toBeGreaterThan(0);
});

const notes: readonly TraderNote[] = [
  { note: "order", clientOrderId: "1", term: 10 },
  { note: "placed", clientOrderId: "1" },
  { note: "holding", term: 20, atMs: 500 },
  { note: "order", clientOrderId: "2", term: 20 },
  { note: "placed", clientOrderId: "2" },
];
const first = { clientOrderId: "1", createdAtMs: 400, isOpen: false };
const second = { clientOrderId: "2", createdAtMs: 600, isOpen: true };

it("is able to fail", () => {
  const fine = { orders: 2, takeovers: 1, acceptedFromFormer: 0, duplicates: 0, unresolved: 0, failures: [] };
  expect(judge(notes, [first, second])).toMatchObject(fine);
  expect(judge(notes, [{ ...first, createdAtMs: 501 }, second])).toMatchObject({ acceptedFromFormer: 1 });
  expect(judge(notes, [first, first, second])).toMatchObject({ duplicates: 1 });
  expect(judge(notes, [{ ...first, isOpen: true }, second])).toMatchObject({ unresolved: 1 });
  expect(judge(notes, [second])).toMatchObject({ unresolved: 1 });
  expect(judge([...notes, { note: "unknown", clientOrderId: "2" }], [first, second])).toMatchObject({ unresolved: 1 });
  expect(judge([...notes, { note: "too-late", clientOrderId: "2" }], [first])).toMatchObject({
    unresolved: 0,
    tooLate: 1,
  });
  expect(judge([...notes, { note: "failed", what: "x" }], [first, second])).toMatchObject({ failures: ["x"] });
});

it("gives leases the length that a starved machine bears", () => {
  expect(lengthsFor(700)).toEqual({ leaseMs: 600, toleranceMs: 500, clockMarginMs: 150 });
  expect(lengthsFor(3_000)).toEqual({ leaseMs: 1_200, toleranceMs: 1_000, clockMarginMs: 300 });
  expect(lengthsFor(60_000).leaseMs).toBe(7_200);
});

it("takes its options", () => {
  const silent = { out: () => undefined, err: () => undefined };
  expect(parseTradersOptions(["--pauses", "7", "--without-fence", "--json"], silent)).toEqual({
    pauses: 7,
    keys: 6,
    seed: 1,
    fence: "asked-early",
    summary: "json",
  });
  expect(parseTradersOptions(["--pauses", "0"], silent)).toEqual({ exitCode: 2 });
});
