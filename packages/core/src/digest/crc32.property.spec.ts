import { crc32 as zlibCrc32 } from "node:zlib";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { crc32 } from "./crc32.js";

test("has the published check value", () => {
  expect(crc32(new TextEncoder().encode("123456789"), 0, 9)).toBe(0xcbf43926);
});

test("agrees with zlib on any part, in one go or two", () =>
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(100), fc.nat(100), (bytes, one, other) => {
      const [start = 0, middle = 0, end = 0] = [one, other, bytes.length]
        .map((at) => Math.min(at, bytes.length))
        .sort((a, b) => a - b);
      const wanted = zlibCrc32(bytes.subarray(start, end));
      expect(crc32(bytes, start, end)).toBe(wanted);
      expect(crc32(bytes, middle, end, crc32(bytes, start, middle))).toBe(wanted);
    }),
  ));
