import { describe, expect, it } from "vitest";
import { type DiskFullFacts, judgeDiskFull } from "./judge-disk-full.js";

const sound: DiskFullFacts = {
  acknowledged: 5,
  transfers: 5,
  refused: 20,
  unanswered: 0,
  reads: 8,
  readsThatLived: 8,
  exitCode: 1,
  told: 1,
  lost: 0,
  findings: [],
};

describe("npm run crash -- --disk-full", () => {
  it("has nothing to say about a venue that refused, answered, ended with 1 and kept all", () => {
    const { failures, summary } = judgeDiskFull(sound);
    expect(failures).toEqual([]);
    expect(summary).toMatchObject({ acknowledged: 5, refused: 20, readsThatLived: 8, exitCode: 1, lost: 0 });
  });

  it.each([
    ["nothing was acknowledged", { acknowledged: 0 }],
    ["the disk was never full", { refused: 0 }],
    ["not answered with 4003", { unanswered: 1 }],
    ["1 of 8 queries", { readsThatLived: 7 }],
    ["the program ended with 0", { exitCode: 0 }],
    ["told 0 times", { told: 0 }],
    ["told 2 times", { told: 2 }],
    ["lost: an order", { lost: 1, findings: ["lost: an order"] }],
  ])("says so: %s", (sentence, change) => {
    expect(judgeDiskFull({ ...sound, ...change }).failures).toEqual([expect.stringContaining(sentence)]);
  });
});
