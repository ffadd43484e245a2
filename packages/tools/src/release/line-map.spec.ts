import { decode } from "@jridgewell/sourcemap-codec";
import { expect, it } from "vitest";
import { lineMap } from "./line-map.js";

const map = {
  version: 3,
  file: "order.js",
  sources: ["../src/order.ts"],
  names: ["order"],
  // Two segments, a line without any, and one that says nothing of a source.
  mappings: "CAGE,EACAA;;A;AAEA,EAAE",
};

it("keeps the first place of each line, at its beginning, and the sources", () => {
  const thin = JSON.parse(lineMap(JSON.stringify(map))) as typeof map;
  expect(thin).toMatchObject({ version: 3, sources: map.sources, names: [] });
  const lines = decode(map.mappings).map((segments) => segments.find((segment) => segment.length > 1)?.[2]);
  expect(lines).toEqual([3, undefined, undefined, 6]);
  expect(decode(thin.mappings)).toEqual([[[0, 0, 3, 0]], [], [], [[0, 0, 6, 0]]]);
});

it("changes nothing a second time", () => {
  const once = lineMap(JSON.stringify(map));
  expect(lineMap(once)).toBe(once);
});
