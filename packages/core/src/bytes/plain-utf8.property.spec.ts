import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readUtf8, writeUtf8 } from "./plain-utf8.js";

/** Any UTF-16 units, so that surrogates without their other half occur. */
const anyUnits = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd7f0, max: 0xe010 })), { maxLength: 60 })
  .map((units) => String.fromCharCode(...units));

const anyText = fc.oneof(fc.string({ unit: "binary", maxLength: 60 }), anyUnits);

/** Bytes that look like UTF-8, so that sequences are cut off, too long and out of range. */
const nearUtf8 = fc.array(
  fc.oneof(
    fc.integer({ min: 0, max: 0xff }),
    fc.constantFrom(0xed, 0xa0, 0xc0, 0xc1, 0xe0, 0xf0, 0xf4, 0x80, 0x8f, 0x90, 0xbf, 0xef, 0xbb, 0xf5),
  ),
  { maxLength: 12 },
);

test("writes the bytes that the platform writes", () =>
  fc.assert(
    fc.property(anyText, (text) => {
      const bytes = new Uint8Array(text.length * 3);
      expect(bytes.subarray(0, writeUtf8(text, bytes))).toEqual(new TextEncoder().encode(text));
    }),
    { numRuns: 2_000 },
  ));

test("reads what the platform reads, and refuses what it refuses", () =>
  fc.assert(
    fc.property(
      fc.oneof(
        nearUtf8,
        anyText.map((text) => [...new TextEncoder().encode(text)]),
      ),
      fc.nat(3),
      fc.nat(3),
      (list, before, behind) => {
        const bytes = Uint8Array.from([
          ...Array.from({ length: before }, () => 0xbf),
          ...list,
          ...Array.from({ length: behind }, () => 0xbf),
        ]);
        expect(readUtf8(bytes, before, before + list.length)).toBe(platformText(Uint8Array.from(list)));
      },
    ),
    {
      numRuns: 20_000,
    },
  ));

test("reads texts that are longer than one chunk, whatever stands at its border", () => {
  for (const text of ["a", "é", "€", "😀", "a😀"]) {
    const long = `x${text.repeat(5_000)}`;
    const bytes = new TextEncoder().encode(long);
    expect(readUtf8(bytes, 0, bytes.length)).toBe(long);
  }
});

function platformText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
