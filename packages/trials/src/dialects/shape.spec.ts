import { expect, it } from "vitest";
import { shortOrder } from "./records.js";
import { decimal, integer, misfits, text } from "./shape.js";

it("tells what is absent and what is of another type", () => {
  const shape = { a: text, b: integer, c: decimal };
  expect(misfits(shape, { a: "x", b: 1, c: "0.10" })).toEqual([]);
  expect(misfits(shape, { a: 1, c: "1e5" })).toEqual([
    "has a that is not text",
    "has no b",
    "has c that is not a decimal as text",
  ]);
  expect(misfits(shape, undefined)).toEqual(["is no object"]);
});

it("takes a lossless reader's big integers for integers", () => {
  expect(misfits({ b: integer }, { b: 2n ** 60n })).toEqual([]);
});

it("wants all 22 keys of a short order that the document gives a meaning", () => {
  expect(misfits(shortOrder, {})).toHaveLength(22);
});
