import { describe, expect, it } from "vitest";
import { busyUs, type CpuProfile, ownTimes, stacksOf } from "./cpu-profile.js";
import { drawFlameGraph } from "./flame-graph.js";
import { memoryOf } from "./memory-lines.js";
import { nameFrame } from "./name-frame.js";
import { parseProfileOptions } from "./options.js";

const frame = (functionName: string, url = "") => ({ functionName, url, lineNumber: 4, columnNumber: 0 });
const book = "file:///home/me/depthwire/packages/book/dist/book/depth-book.js";

/** Samples at 100, 200 … microseconds, each standing for the 100 after it. */
function profileOf(...samples: readonly number[]): CpuProfile {
  return {
    nodes: [
      { id: 1, callFrame: frame("(root)"), children: [2, 3] },
      { id: 2, callFrame: frame("(idle)") },
      { id: 3, callFrame: frame("apply", book), children: [4] },
      { id: 4, callFrame: frame("write<T>", "node:net") },
    ],
    startTime: 0,
    samples,
    timeDeltas: samples.map(() => 100),
  };
}
const always = { fromUs: 0, toUs: Number.POSITIVE_INFINITY };

describe("stacksOf", () => {
  it("counts what a function took itself and with its callees, and does not count waiting", () => {
    const stacks = stacksOf(profileOf(2, 3, 4, 4, 2, 2), nameFrame, always);
    expect(busyUs(stacks)).toBe(300);
    expect(ownTimes(stacks, ({ owner }) => owner)).toEqual([
      ["node", 200],
      ["book", 100],
    ]);
    expect(ownTimes(stacks, ({ name }) => name)).toEqual([
      ["write<T> node:net:5", 200],
      ["apply book/depth-book.js:5", 100],
    ]);
  });

  it("leaves out what was seen before and after", () => {
    const stacks = stacksOf(profileOf(3, 3, 4, 3, 3), nameFrame, { fromUs: 250, toUs: 350 });
    expect(ownTimes(stacks, ({ owner }) => owner)).toEqual([["node", 100]]);
  });
});

describe("nameFrame", () => {
  it.each([
    [frame("(garbage collector)"), "garbage collection"],
    [frame("(program)"), "native code"],
    [frame("writev"), "native code"],
    [frame("get", "file:///x/packages/tools/node_modules/@hono/node-server/dist/index.mjs"), "@hono/node-server"],
    [frame("wasm-function[3]", "wasm://wasm/6081af3a"), "WebAssembly"],
    [frame("a", "http://127.0.0.1:8080/app/assets/index-1.js"), "page"],
    [frame("parse", "node:internal/deps/undici/undici"), "node"],
  ])("%j is of %s", (one, owner) => {
    expect(nameFrame(one).owner).toBe(owner);
  });
});

it("a flame graph has a box a function, as wide as its share, with letters that SVG can bear", () => {
  const root = stacksOf(profileOf(3, 4, 4, 4, 2), nameFrame, always);
  const svg = drawFlameGraph({ title: "It", subtitle: "here", root, owners: ["book", "node"] });
  expect(svg).toContain("<title>write&lt;T&gt; node:net:5: 75.0 %, 0 ms (node)</title>");
  expect(svg).not.toContain("idle");
  const widths = [...svg.matchAll(/<rect x="[\d.]+" y="\d+" width="([\d.]+)" height="16"/g)].map(([, wide]) =>
    Number(wide),
  );
  expect(widths[0]).toBeCloseTo(1_367.5);
  expect(widths[1]).toBeCloseTo(1_025.5);
});

it("memory: first, last and most of the heap, and what was collected in between", () => {
  const line = (atUs: number, heapUsed: number, count: number, longestMs: number) => ({
    atUs,
    heapUsed,
    external: 5,
    arrayBuffers: 2,
    count,
    ms: count * 2,
    longestMs,
  });
  expect(memoryOf([line(1, 10, 3, 9), line(2, 30, 5, 4), line(3, 20, 6, 7)])).toEqual({
    heapBytes: { first: 10, last: 20, most: 30 },
    externalBytes: 5,
    collections: 3,
    collectionMs: 6,
    longestCollectionMs: 9,
  });
  expect(memoryOf([])).toBeUndefined();
});

describe("the command line", () => {
  const parse = (...argv: readonly string[]) => {
    const said: string[] = [];
    const parsed = parseProfileOptions(argv, { out: (text) => said.push(text), err: (text) => said.push(text) });
    return { parsed, said: said.join("") };
  };

  it("has defaults, and a short form", () => {
    expect(parse().parsed).toMatchObject({ minutes: 1, pairs: 20, shards: 2, page: "open", warmUpMs: 10_000 });
    expect(parse("--minutes", "0.1", "--warm-up", "1", "--no-page", "--json").parsed).toMatchObject({
      minutes: 0.1,
      warmUpMs: 1_000,
      page: "none",
      summary: "json",
    });
  });

  it.each([
    [["--minutes", "0"], "--minutes 0: It must be a number from 0.02 to 600."],
    [["--minutes", "long"], "--minutes long: It must be a number"],
    [["--pairs", "0"], "--pairs 0: It must be a whole number from 1 to 200."],
    [["--speed"], "--speed: there is no such option"],
  ])("%j is refused", (argv, words) => {
    const { parsed, said } = parse(...argv);
    expect(parsed).toEqual({ exitCode: 2 });
    expect(said).toContain(words);
  });
});
