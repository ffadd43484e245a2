import { constants, deflateSync, gunzipSync, gzipSync, inflateSync } from "node:zlib";
import { type Inflate, ProtocolError } from "@depthwire/core";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createZlibInflate } from "./zlib-inflate.js";

const limit = 1 << 20;
const zlibInflate = createZlibInflate();

const container = fc.constantFrom(
  { compress: deflateSync, oracle: inflateSync },
  { compress: gzipSync, oracle: gunzipSync },
);

const compression = fc.record({
  level: fc.integer({ min: 0, max: 9 }),
  strategy: fc.constantFrom(constants.Z_DEFAULT_STRATEGY, constants.Z_HUFFMAN_ONLY, constants.Z_RLE, constants.Z_FIXED),
  windowBits: fc.integer({ min: 9, max: 15 }),
});

/** Repetitive like a depth message, so that back references occur, or not at all. */
const content = fc.oneof(
  fc.uint8Array({ maxLength: 6000 }),
  fc
    .array(fc.constantFrom('["0.11","47744.9"],', '"asks":[', '{"pair":', "\n", "7"), { maxLength: 800 })
    .map((parts) => new TextEncoder().encode(parts.join(""))),
);

const damage = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 4 });

function damaged(source: Uint8Array, changes: readonly (readonly [number, number])[]): Uint8Array {
  const copy = new Uint8Array(source);
  for (const [position, mask] of changes) {
    const at = position % copy.length;
    copy[at] = (copy[at] ?? 0) ^ mask;
  }
  return copy;
}

/** What the source inflates to, or the code that it is refused with. */
function outcome(by: Inflate, source: Uint8Array): Uint8Array | string {
  try {
    const length = by.inflate(source, 0, source.length, limit);
    return by.output.slice(0, length);
  } catch (error) {
    if (error instanceof ProtocolError) {
      return error.code;
    }
    throw error;
  }
}

test("what was compressed comes back", () =>
  fc.assert(
    fc.property(container, compression, content, ({ compress }, options, bytes) => {
      expect(outcome(zlibInflate, compress(bytes, options))).toEqual(bytes);
    }),
  ));

test("damaged bytes are refused with a code, or give exactly what node:zlib gives", () =>
  fc.assert(
    fc.property(container, content, damage, ({ compress, oracle }, bytes, changes) => {
      const source = damaged(compress(bytes), changes);
      const found = outcome(zlibInflate, source);
      if (typeof found === "string") {
        expect(found).toMatch(/^frame-(corrupt|truncated|trailing-bytes|too-large)$/);
      } else {
        expect(found).toEqual(new Uint8Array(oracle(source)));
      }
    }),
  ));

test("arbitrary bytes never get out without a code", () =>
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      const found = outcome(zlibInflate, bytes);
      if (typeof found === "string") {
        return;
      }
      expect(found).toEqual(new Uint8Array(bytes[0] === 0x1f ? gunzipSync(bytes) : inflateSync(bytes)));
    }),
  ));
