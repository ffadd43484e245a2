import { compileRecord, parseExact, writeOrdered } from "@depthwire/core/internal";
import * as schema from "@depthwire/schema/internal";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodedValue } from "./decoded-value.js";

/** Every descriptor that the schema exports. */
const exported: Readonly<Record<string, unknown>> = schema;
const shapes = Object.entries(exported).flatMap(([name, value]) => (isShape(value) ? [{ name, shape: value }] : []));

function isShape(value: unknown): value is schema.Shape {
  return typeof value === "object" && value !== null && "kind" in value && value.kind !== "operation";
}

describe("decodedValue", () => {
  test("there are descriptors", () => {
    expect(shapes.length).toBeGreaterThan(30);
  });

  test.each(shapes)("values of $name survive encoding, JSON text and decoding", ({ shape }) => {
    const codec = compileRecord(shape);
    fc.assert(
      fc.property(decodedValue(shape), (value) => {
        const text = writeOrdered(codec.encode(value));
        expect(codec.decode(parseExact(text))).toEqual(value);
      }),
      { numRuns: 40 },
    );
  });
});
