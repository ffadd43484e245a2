import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkBooks } from "../contestants/check-books.js";
import { createNaive } from "../contestants/naive.js";
import { createContestant } from "../contestants/registry.js";
import { createDepthCorpus } from "../corpus/depth-corpus.js";
import { measureInTurns, startContender } from "../runner/contender.js";
import { replayFor } from "../runner/replay.js";
import { atLeast, atMost } from "./goals.js";
import { chooseCases } from "./index.js";

const sizes = { seed: 5, levels: 30, updates: 200 } as const;
const nowhere = join(tmpdir(), "depthwire-no-peers");

describe("contestants", () => {
  test.each([
    ["updates", "compressed"],
    ["updates", "plain"],
    ["snapshots", "compressed"],
  ] as const)("arrive at the books of a corpus of %s, %s", async (messages, frames) => {
    const corpus = createDepthCorpus({ ...sizes, messages, frames });
    for (const name of ["ours", "ours, whole engine", "naive"]) {
      const contestant = await createContestant(name, nowhere);
      expect(replayFor(contestant, corpus, 1).operations).toBeGreaterThanOrEqual(200);
      checkBooks(contestant, corpus);
    }
  });

  test.each(["top", "uniform", "zipf"] as const)("arrive at the books of foreign traffic: %s", async (traffic) => {
    const corpus = createDepthCorpus({ ...sizes, traffic });
    for (const name of ["ours", "ours, whole engine", "naive"]) {
      const contestant = await createContestant(name, nowhere);
      replayFor(contestant, corpus, 1);
      checkBooks(contestant, corpus);
    }
  });

  test("are refused when a book differs", () => {
    const corpus = createDepthCorpus(sizes);
    const naive = createNaive();
    naive.load(corpus);
    expect(() => checkBooks(naive, corpus)).toThrow(/naive has other (asks|bids)/);
  });

  test("are asked as often as one likes without a warning", async () => {
    const warnings: string[] = [];
    const onWarning = ({ name }: Error): void => void warnings.push(name);
    process.on("warning", onWarning);
    const contender = startContender("naive", nowhere);
    try {
      await contender.load(sizes);
      for (let count = 0; count < 12; count++) {
        await contender.run(0);
      }
      await new Promise((resolve) => setImmediate(resolve));
    } finally {
      contender.close();
      process.off("warning", onWarning);
    }
    expect(warnings).toEqual([]);
  });

  test("are measured in processes of their own, in turns", async () => {
    const contenders = ["ours", "naive"].map((name) => startContender(name, mkdtempSync(nowhere)));
    try {
      for (const contender of contenders) {
        await contender.load(sizes);
      }
      const rates = await measureInTurns(contenders, { passes: 2, minMs: 2 });
      expect([...rates].map(([name, list]) => [name, list.length])).toEqual([
        ["ours", 2],
        ["naive", 2],
      ]);
    } finally {
      for (const contender of contenders) {
        contender.close();
      }
    }
  });
});

describe("goals", () => {
  test("say whether they are met, and what could not be measured", () => {
    expect(atLeast("a", 7, "times ccxt", 7.12345)).toEqual({
      id: "a",
      wanted: "at least 7 times ccxt",
      got: 7.123,
      met: true,
    });
    expect(atMost("b", 64, "KiB", 65).met).toBe(false);
    expect(atLeast("c", 1, "of native", undefined)).toMatchObject({ met: false, skipped: "not measured here" });
  });
});

describe("chooseCases", () => {
  test("takes a list, all without one, and refuses unknown names", () => {
    expect(chooseCases("signing, pipeline").map(({ name }) => name)).toEqual(["signing", "pipeline"]);
    expect(chooseCases(undefined).length).toBeGreaterThan(9);
    expect(() => chooseCases("pipelin")).toThrow(/no case "pipelin"; there are: pipeline/);
  });
});
