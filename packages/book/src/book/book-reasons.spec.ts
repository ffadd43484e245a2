import { expect, it } from "vitest";
import { bookReasons } from "./book-reasons.js";
import { bookReasonNames } from "./book-status.js";

it("every reason has a number and a sentence, in one order", () => {
  expect(bookReasonNames).toEqual(Object.keys(bookReasons));
});
