import { expect, it } from "vitest";
import { wrapText } from "./wrap-text.js";

it("breaks between words alone, and never loses one", () => {
  expect(wrapText("one two three four five", 20)).toEqual(["one two three four", "five"]);
  expect(wrapText("a-word-that-is-longer-than-the-line b", 20)).toEqual(["a-word-that-is-longer-than-the-line", "b"]);
  expect(wrapText("", 20)).toEqual([""]);
});
