import { inspect } from "node:util";
import { afterEach, expect, it } from "vitest";
import { specPair, updateText } from "../../../book/src/spec-kit/depth-text.spec-kit.js";
import { EngineOnWire } from "../spec-kit/engine-on-wire.spec-kit.js";

let scene: EngineOnWire;

afterEach(() => scene.engine.close());

it("an engine's statistics print as what happened, in a few lines", async () => {
  scene = new EngineOnWire({ shards: 0 });
  const loop = scene.engine.book(specPair)[Symbol.asyncIterator]();
  await scene.goLive();
  await loop.next();
  scene.network.last.zlib(updateText(101));
  await scene.settle();
  await loop.next();

  const statistics = scene.engine.statistics();
  const printed = inspect(statistics);
  expect(printed.split("\n").length).toBeLessThan(25);
  expect(printed).toContain("applied: 2,");
  expect(printed).toContain("books: { live: 1 }");
  expect(printed).toMatch(/handoverMs: '\d+: half within [\d.]+ ms, 99 % within [\d.]+ ms, longest [\d.]+ ms'/);
  expect(printed).not.toMatch(/gaps|\[Object\]|buckets|: 0[,\s]/);
});

it("printing shortly leaves the figures as they are", () => {
  scene = new EngineOnWire({ shards: 0 });
  const statistics = scene.engine.statistics();
  expect(statistics).toMatchObject({ gaps: 0, threadsLost: 0, handoverMs: { count: 0, maxMs: 0 } });
  expect(structuredClone(statistics)).toEqual(statistics);
  expect(JSON.parse(JSON.stringify(statistics))).toEqual(statistics);
  expect(inspect(statistics)).toBe("{}");
});
