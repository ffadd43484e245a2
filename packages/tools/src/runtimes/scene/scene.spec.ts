import { expect, it } from "vitest";
import { playScene } from "../smoke/play-scene.js";
import type { SceneReport } from "../smoke/scene.js";
import { faultIn } from "./judge.js";
import { makeScene } from "./make-scene.js";

const updates = 200;
const right = makeScene(1, updates);
const found = playScene(right.scene);

it("a seed makes one scene, with damage of every kind", () => {
  expect(makeScene(1, updates).scene).toEqual(right.scene);
  const codes = right.damaged.filter((verdict) => verdict.startsWith("frame-"));
  expect([...new Set(codes)].sort()).toEqual(
    expect.arrayContaining([
      "frame-corrupt",
      "frame-empty",
      "frame-too-large",
      "frame-trailing-bytes",
      "frame-truncated",
      "frame-unknown-compression",
    ]),
  );
  expect(right.books.map((readings) => readings.length)).toEqual([5, 5]);
});

it("what the packages make of a scene is right, and a runtime that says anything else is told from it", async () => {
  const scene = await found;
  const judge = (changed: Partial<SceneReport>) => faultIn({ scene: { ...scene, ...changed } }, right, "no-sockets");
  expect(judge({})).toBeUndefined();
  expect(judge({ digests: scene.digests.toReversed() })).toMatch(/^HMAC-MD5 of RFC 2202 1: /);
  expect(judge({ frames: scene.frames.slice(1) })).toMatch(/^whole frame: \d+ of \d+$/);
  const [first, ...others] = scene.damaged;
  expect(judge({ damaged: [{ fastest: first?.fastest ?? "", plain: "frame-odd" }, ...others] })).toMatch(
    /^damaged frame 1: .*frame-odd.* and not /,
  );
  const [prefix = [], channel = []] = scene.books;
  const without = prefix.map((reading) => ({ ...reading, asks: reading.asks.slice(1) }));
  expect(judge({ books: [without, channel] })).toMatch(/^book of protocol A, reading 1: /);
  expect(judge({ books: [prefix, prefix] })).toMatch(/^book of protocol B, reading 1: /);
});

it("where there are sockets, a live book and a filled order are asked for", async () => {
  const scene = await found;
  expect(faultIn({ scene, live: { book: "live", order: "filled" } }, right, "sockets")).toBeUndefined();
  expect(faultIn({ scene, live: { book: "live", order: "rejected" } }, right, "sockets")).toMatch(/^live venue 1: /);
  expect(faultIn({ scene }, right, "sockets")).toMatch(/^live venue 1: nothing and not /);
});
