import { deflateSync, gzipSync } from "node:zlib";
import { type Inflate, ProtocolError } from "@depthwire/core";
import { createZlibInflate } from "@depthwire/testkit";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createInflate } from "./create-inflate.js";

const limit = 1 << 20;
const inflate = createInflate();
/** node:zlib, bounded, and strict about what stands behind a stream. */
const oracle = createZlibInflate();

/** What the source inflates to, or that it is refused. */
function outcome(by: Inflate, source: Uint8Array): Uint8Array | "refused" {
  try {
    const length = by.inflate(source, 0, source.length, limit);
    return by.output.slice(0, length);
  } catch (error) {
    if (error instanceof ProtocolError) {
      return "refused";
    }
    throw error;
  }
}

/** Repetitive like a depth message, so that back references occur, or not at all. */
const content = fc.oneof(
  fc.uint8Array({ maxLength: 6000 }),
  fc
    .array(fc.constantFrom('["0.11","47744.9"],', '"asks":[', '{"pair":', "\n", "7"), { maxLength: 800 })
    .map((parts) => new TextEncoder().encode(parts.join(""))),
);

const damage = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), { maxLength: 4 });

test("streams, whole, damaged or with bytes behind them, are accepted and refused as by node:zlib", () =>
  fc.assert(
    fc.property(
      fc.constantFrom(deflateSync, gzipSync),
      content,
      damage,
      fc.uint8Array({ maxLength: 2 }),
      (compress, bytes, changes, behind) => {
        const source = new Uint8Array([...compress(bytes), ...behind]);
        for (const [position, mask] of changes) {
          const at = position % source.length;
          source[at] = (source[at] ?? 0) ^ mask;
        }
        expect(outcome(inflate, source)).toEqual(outcome(oracle, source));
      },
    ),
  ));
