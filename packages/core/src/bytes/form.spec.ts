import * as fc from "fast-check";
import { expect, it } from "vitest";
import { failure } from "../record/failure.spec-kit.js";
import { decodeForm, encodeForm, maxFormLength } from "./form.js";

const words = { expected: expect.stringMatching(/\w/) };

it("a form is read as it was written, whatever its names and values", () => {
  const part = fc.string({ unit: "grapheme" });
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(part, part), { selector: ([name]) => name }), (fields) => {
      const text = encodeForm(fields);
      // A name and a value of nothing are written as "=", which is a part.
      expect([...decodeForm(text)]).toEqual(fields);
      expect([...new URLSearchParams(text)]).toEqual(fields);
    }),
  );
});

it("a form may have empty parts, names without a value and a plus for a space", () => {
  expect([...decodeForm("&a&b=&c=x+y%2B=&&")]).toEqual([
    ["a", ""],
    ["b", ""],
    ["c", "x y+="],
  ]);
  expect(decodeForm("").size).toBe(0);
});

it("a form is refused with a name that comes twice, with what is not percent-encoded UTF-8, and over its limit", () => {
  expect(failure(() => decodeForm("a=1&b=2&a=1"))).toEqual({ code: "message-shape", path: "a", ...words });
  for (const text of ["a=%", "%ff=1", "a=%c3"]) {
    expect(failure(() => decodeForm(text))).toEqual({ code: "message-shape", path: "", ...words });
  }
  expect(decodeForm("a=12", 4).get("a")).toBe("12");
  expect(failure(() => decodeForm("a=123", 4))).toMatchObject({ code: "text-too-long", limit: 4 });
  expect(failure(() => decodeForm("a".repeat(maxFormLength + 1)))).toMatchObject({ limit: 65_536 });
});

it("a lone surrogate is refused under its name, wherever it stands", () => {
  const refusal = { code: "value-invalid", rule: expect.stringMatching(/\w/) };
  expect(failure(() => encodeForm([["a", "\ud800"]]))).toEqual({ ...refusal, path: "a" });
  expect(failure(() => encodeForm([["\udc00", "a"]]))).toMatchObject(refusal);
});
