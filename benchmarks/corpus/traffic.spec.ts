import { inflateSync } from "node:zlib";
import { OracleBook } from "@depthwire/testkit";
import { describe, expect, test } from "vitest";
import { createDepthCorpus } from "./depth-corpus.js";
import { unitsToFullText, unitsToText, withoutZeros } from "./market.js";
import { corpusRandom } from "./random.js";
import { createZipf, type TrafficName } from "./traffic.js";

interface Message {
  readonly d: {
    readonly add: {
      readonly asks: readonly [string, string][] | null;
      readonly bids: readonly [string, string][] | null;
    };
  };
}

function updatesOf(traffic: TrafficName): readonly Message["d"][] {
  const corpus = createDepthCorpus({ seed: 1, levels: 100, updates: 300, traffic });
  return corpus.updateTexts.map((text) => (JSON.parse(text) as Message).d);
}

const inOrder = (prices: readonly number[]): boolean =>
  prices.every((one, at) => at === 0 || one > (prices[at - 1] as number));

describe("traffic", () => {
  test.each(["top", "uniform", "zipf"] as const)("%s leads the oracle to the final books", (traffic) => {
    const corpus = createDepthCorpus({ seed: 1, levels: 50, updates: 300, traffic });
    const books = new Map(corpus.pairs.map(({ pair }) => [pair, new OracleBook(pair)]));
    for (const frame of [...corpus.snapshots, ...corpus.updates]) {
      const text = inflateSync(frame.subarray(1)).toString("utf8");
      books.get(/"pair":"([^"]+)"/.exec(text)?.[1] ?? "")?.apply(text);
    }
    for (const [pair, book] of books) {
      const asks = book.asks().map(({ price, quantity }) => [withoutZeros(price), withoutZeros(quantity)]);
      expect(asks).toEqual(corpus.finalBooks.get(pair)?.asks);
    }
  });

  test("rows are sorted where they are said to be, and not elsewhere", () => {
    const lists = (traffic: TrafficName) =>
      updatesOf(traffic).map(({ add }) => (add.asks ?? []).map(([, price]) => Number(price)));
    expect(lists("top").every(inOrder)).toBe(true);
    expect(lists("uniform").every(inOrder)).toBe(false);
  });

  test("zeros at the end are written where they are said to be, and not elsewhere", () => {
    const zeros = (traffic: TrafficName) =>
      updatesOf(traffic)
        .flatMap(({ add }) => add.bids ?? [])
        .filter(([quantity]) => /\.\d*0$/.test(quantity)).length;
    expect(zeros("uniform")).toBeGreaterThan(10);
    expect(zeros("top")).toBe(0);
  });

  test("changes near the top touch fewer prices than changes anywhere", () => {
    const prices = (traffic: TrafficName) =>
      new Set(updatesOf(traffic).flatMap(({ add }) => (add.asks ?? []).map(([, price]) => price))).size;
    expect(prices("top")).toBeLessThan(prices("uniform") / 2);
  });
});

test("the n-th of a Zipf distribution is drawn 1 / n as often as the first", () => {
  const draw = createZipf(4, corpusRandom(1));
  const counts = [0, 0, 0, 0];
  for (let i = 0; i < 25_000; i++) {
    const drawn = draw();
    counts[drawn] = (counts[drawn] ?? 0) + 1;
  }
  expect(counts.map((count) => Math.round((count / 25_000) * 25))).toEqual([12, 6, 4, 3]);
});

test.each([
  [477_400, 1, "47740.0", "47740"],
  [5, 3, "0.005", "0.005"],
  [100, 0, "100", "100"],
  [1_200, 3, "1.200", "1.2"],
])("%i at scale %i is %s, in short %s", (units, scale, full, short) => {
  expect([unitsToFullText(units, scale), unitsToText(units, scale)]).toEqual([full, short]);
});
