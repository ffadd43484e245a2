import { expect, it } from "vitest";
import { partsOf } from "./snapshot-text.js";

const length = 256 * 1024;

it("cuts a text into parts that make it up again", () => {
  expect([...partsOf("")]).toEqual([]);
  expect([...partsOf("short")]).toEqual(["short"]);
  const text = "0123456789".repeat(60_000);
  const parts = [...partsOf(text)];
  expect(parts.map((part) => part.length)).toEqual([length, length, 600_000 - 2 * length]);
  expect(parts.join("")).toBe(text);
  expect([...partsOf("x".repeat(length))].length).toBe(1);
});

it("leaves no half of a character at the end of a part", () => {
  const split = `${"x".repeat(length - 1)}😀y`;
  expect([...partsOf(split)].map((part) => part.length)).toEqual([length - 1, 3]);
  const fitting = `${"x".repeat(length - 2)}😀y`;
  expect([...partsOf(fitting)].map((part) => part.length)).toEqual([length, 1]);
  const last = `${"x".repeat(length - 2)}😀`;
  expect([...partsOf(last)].map((part) => part.length)).toEqual([length]);
});
