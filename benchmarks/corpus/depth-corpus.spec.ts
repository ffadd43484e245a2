import { inflateSync } from "node:zlib";
import { OracleBook } from "@depthwire/testkit";
import { describe, expect, test } from "vitest";
import { createDepthCorpus } from "./depth-corpus.js";

function textOf(frame: Uint8Array): string {
  return inflateSync(frame.subarray(1)).toString("utf8");
}

describe("createDepthCorpus", () => {
  test.each([
    [1, 20],
    [2, 200],
  ])("seed %i with %i levels leads the oracle to the final books", (seed, levels) => {
    const corpus = createDepthCorpus({ seed, levels, updates: 400 });
    const books = new Map(corpus.pairs.map(({ pair }) => [pair, new OracleBook(pair)]));
    for (const frame of [...corpus.snapshots, ...corpus.updates]) {
      const text = textOf(frame);
      const pair = /"pair":"([^"]+)"/.exec(text)?.[1] ?? "";
      expect(books.get(pair)?.apply(text)).toBe(text.includes('"t":0') ? "snapshot" : "update");
    }
    for (const [pair, book] of books) {
      const final = corpus.finalBooks.get(pair);
      expect(book.crossed).toBe(false);
      expect(book.asks().map(({ price, quantity }) => [price, quantity])).toEqual(final?.asks);
      expect(book.bids().map(({ price, quantity }) => [price, quantity])).toEqual(final?.bids);
      expect(Math.abs(book.asks().length - levels)).toBeLessThanOrEqual(1);
    }
  });

  test("updates have the size that real ones have", () => {
    const { changedLevels, jsonBytes, frameBytes } = createDepthCorpus({ seed: 3, levels: 200, updates: 2000 }).average;
    expect(changedLevels).toBeGreaterThan(11);
    expect(changedLevels).toBeLessThan(12.2);
    expect(jsonBytes).toBeGreaterThan(360);
    expect(jsonBytes).toBeLessThan(410);
    expect(frameBytes).toBeGreaterThan(190);
    expect(frameBytes).toBeLessThan(240);
  });

  test("the seed decides everything", () => {
    const [first, same, other] = [7, 7, 8].map((seed) => createDepthCorpus({ seed, levels: 20, updates: 50 }));
    expect(same?.updateTexts).toEqual(first?.updateTexts);
    expect(other?.updateTexts).not.toEqual(first?.updateTexts);
  });
});
