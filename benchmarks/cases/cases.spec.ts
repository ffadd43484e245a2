import { createInflate } from "@depthwire/stream";
import { describe, expect, test } from "vitest";
import { checkBooks } from "../contestants/check-books.js";
import { createNaive } from "../contestants/naive.js";
import { createOurs } from "../contestants/ours.js";
import { createDepthCorpus } from "../corpus/depth-corpus.js";
import { chooseCases } from "./index.js";
import { measureCorpus } from "./pipeline.js";

describe("contestants", () => {
  const corpus = createDepthCorpus({ seed: 5, levels: 30, updates: 200 });

  test("arrive at the books of the corpus, and a case can be measured", () => {
    const part = measureCorpus([createOurs(createInflate), createNaive()], corpus, { passes: 1, leastMs: 1 });
    expect(part.ours).toBeGreaterThan(0);
    expect(Object.keys(part.ratios)).toEqual(["naive"]);
  });

  test("are refused when a book differs", () => {
    const naive = createNaive();
    naive.load(corpus);
    expect(() => checkBooks(naive, corpus)).toThrow(/naive has other (asks|bids)/);
  });
});

describe("chooseCases", () => {
  test("takes a list, all without one, and refuses unknown names", () => {
    expect(chooseCases("signing, pipeline").map(({ name }) => name)).toEqual(["signing", "pipeline"]);
    expect(chooseCases(undefined).length).toBeGreaterThan(2);
    expect(() => chooseCases("pipelin")).toThrow(/no case "pipelin"; there are: pipeline/);
  });
});
