import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { drawReport } from "./charts.js";
import { type KeptReport, readKept } from "./kept-report.js";
import { keptCaseOf } from "./report-figures.spec-kit.js";

const part = (name: string, ours: number, peers: Record<string, number> = {}) => ({ name, ours, peers, ratios: {} });
const threads = { ours: 30, "one shard": 20, inline: 22 };
const measures = Object.fromEntries(Object.keys(threads).map((name) => [`CPU of ${name}, µs a message`, 4.2]));
const report: KeptReport = {
  cases: [
    keptCaseOf("pipeline", { parts: [part("20 levels", 4e5, { ccxt: 4e4 }), part("200 levels", 2e5, { ccxt: 2e4 })] }),
    keptCaseOf("scale", { parts: [part("1 pairs", 250_000), part("10000 pairs", 200_000)] }),
    keptCaseOf("stages", { parts: [part("inflate", 1_700, { ccxt: 7_900 }), part("book", 500, { ccxt: 7_000 })] }),
    keptCaseOf("threads, from memory", { ours: 300_000, peers: { inline: 200_000, "one shard": 190_000 }, measures }),
    keptCaseOf("threads, from sockets", { ours: 150_000, peers: { inline: 120_000 }, measures }),
    keptCaseOf("latency", {
      distributions: [
        {
          name: "ours",
          points: [
            [0.5, 115],
            [0.99, 1_200],
          ],
        },
        {
          name: "plain",
          points: [
            [0.5, 154],
            [0.99, 1_480],
          ],
        },
      ],
    }),
  ],
  sizes: [
    { at: "2026-11-22T10:00:00Z", commit: "aaa", bytes: { book: 14_000 } },
    { at: "2026-11-23T10:00:00Z", commit: "bbb", bytes: { book: 12_000 } },
  ],
};

/** The texts of a picture with their places. */
function textsOf(svg: string) {
  const size = 12;
  return [...svg.matchAll(/<text ([^>]*)>([^<]*)<\/text>/g)].map(([, attributes = "", words = ""]) => {
    const number = (name: string, other: number) =>
      Number(new RegExp(`\\b${name}="([^"]+)"`).exec(attributes)?.[1] ?? other);
    const anchor = /text-anchor="(\w+)"/.exec(attributes)?.[1] ?? "start";
    const height = number("font-size", size);
    const width = words.length * height * 0.55;
    const x = number("x", 0) - (anchor === "end" ? width : anchor === "middle" ? width / 2 : 0);
    return { words, isTurned: attributes.includes("rotate"), left: x, right: x + width, y: number("y", 0), height };
  });
}

function overlapping(svg: string): readonly string[] {
  const texts = textsOf(svg).filter(({ isTurned }) => !isTurned);
  return texts.flatMap((one, index) =>
    texts
      .slice(index + 1)
      .filter(
        (other) => Math.abs(one.y - other.y) < one.height * 0.8 && one.left < other.right && other.left < one.right,
      )
      .map((other) => `${one.words} | ${other.words}`),
  );
}

describe("the pictures", () => {
  const pictures = drawReport(report);

  test("are seven, where everything was measured", () => {
    expect(pictures.map(({ file }) => file)).toEqual([
      "throughput.svg",
      "levels.svg",
      "pairs.svg",
      "stages.svg",
      "threads.svg",
      "latency.svg",
      "size.svg",
    ]);
  });

  test.each(pictures)("$file has a unit, both colour schemes, and no labels over each other", ({ svg }) => {
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    expect(svg).toContain("prefers-color-scheme: dark");
    const words = textsOf(svg).map(({ words: one }) => one);
    expect(words.some((one) => /µs|ms\b|messages a second|kB/.test(one))).toBe(true);
    expect(overlapping(svg)).toEqual([]);
  });

  test("of the figures that are kept have no labels over each other", () => {
    const kept = readKept(fileURLToPath(new URL("figures.json", import.meta.url)));
    const drawn = drawReport(kept);
    expect(drawn.length).toBeGreaterThan(0);
    expect(drawn.flatMap(({ svg }) => overlapping(svg))).toEqual([]);
  });

  test("are left out where nothing was measured for them", () => {
    expect(drawReport({ cases: [], sizes: [] })).toEqual([]);
  });
});
