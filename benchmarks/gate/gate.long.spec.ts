import { describe, expect, test } from "vitest";
import { whyNoCallgrind } from "./callgrind.js";
import { countCase } from "./count-instructions.js";
import { countedWork, hashOf } from "./counted-work.js";
import { judge } from "./judge.js";
import { type Machine, whyNotAlike } from "./machine.js";

const lacksCallgrind = whyNoCallgrind() !== undefined;

describe("the gate", () => {
  test.skipIf(lacksCallgrind)(
    "finds five percent more work that is planted, and nothing where there is none (skipped where valgrind is missing)",
    async () => {
      const work = await countedWork("signing", { warmUp: 4_000, counted: 1_000 });
      const [before, again, planted] = await Promise.all([
        countCase("signing", work),
        countCase("signing", work),
        countCase("signing", work, { repeatEvery: 20 }),
      ]);
      const verdict = (got: number) => judge("instructions", { signing: before }, new Map([["signing", got]]))[0];
      expect(verdict(again)).toMatchObject({ passed: true });
      expect(verdict(again)?.changePercent).toBeCloseTo(0, 0);
      expect(verdict(planted)).toMatchObject({ case: "signing", passed: false });
      expect(verdict(planted)?.changePercent).toBeGreaterThan(4);
      expect(verdict(planted)?.changePercent).toBeLessThan(6);
    },
    240_000,
  );

  test.each([
    ["instructions", 100, 102.9, true],
    ["instructions", 100, 103, false],
    ["instructions", 100, 50, true],
    ["ratios", 2, 1.81, true],
    ["ratios", 2, 1.8, false],
    ["ratios", 2, 3, true],
  ] as const)("%s of %d before and %d now: passed is %j", (method, before, now, passed) => {
    expect(judge(method, { pieces: before }, new Map([["pieces", now]]))).toMatchObject([{ case: "pieces", passed }]);
  });

  test("work is known by its bytes, and not by the form that numbers beside them have just now", async () => {
    const work = await countedWork("replay", { warmUp: 0, counted: 20 });
    if (work.kind !== "segment") {
      throw new Error(`the work of "replay" is ${work.kind}`);
    }
    const { corpus, segment } = work;
    const [snapshot] = corpus.snapshots;
    expect(hashOf({ ...work, corpus: { ...corpus, average: { ...corpus.average, jsonBytes: Number.NaN } } })).toBe(
      hashOf(work),
    );
    const damaged = segment.map((byte, at) => (at === 100 ? byte ^ 1 : byte));
    expect(hashOf({ ...work, segment: damaged })).not.toBe(hashOf(work));
    expect(hashOf({ kind: "books", terms: work.terms, corpus })).not.toBe(
      hashOf({ kind: "books", terms: work.terms, corpus: { ...corpus, snapshots: [snapshot as Uint8Array] } }),
    );
  });

  test("a case that the baseline lacks is no case that passed", () => {
    expect(() => judge("ratios", {}, new Map([["engine", 1]]))).toThrowError('the baseline has no case "engine"');
  });

  test("a baseline of another processor or another build of Node is not held against this one", () => {
    const machine: Machine = { node: "v20 x64 1", cpu: "one", features: "avx" };
    expect(whyNotAlike(machine, { ...machine, cpu: "of another name with the same features" })).toBeUndefined();
    expect(whyNotAlike(machine, { ...machine, node: "v20 x64 2" })).toContain("counted with Node v20 x64 1");
    expect(whyNotAlike(machine, { ...machine, features: "avx avx2" })).toContain("counted on one (avx)");
  });
});
