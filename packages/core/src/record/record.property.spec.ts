import * as schema from "@depthwire/schema/internal";
import { decodedValue } from "@depthwire/testkit";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ProtocolError } from "../error/protocol-error.js";
import { parseExact } from "../json/parse-exact.js";
import { compileRecord, decodeJson, encodeJson } from "./compile.js";

const exported: Readonly<Record<string, unknown>> = schema;
const shapes = Object.entries(exported).flatMap(([name, value]) => (isShape(value) ? [{ name, shape: value }] : []));

function isShape(value: unknown): value is schema.Shape {
  return (
    typeof value === "object" &&
    value !== null &&
    "kind" in value &&
    value.kind !== "operation" &&
    !(Symbol.toStringTag in value)
  );
}

describe.each(shapes)("$name", ({ shape }) => {
  const codec = compileRecord(shape);

  it("decode ∘ encode = identity, through text", () => {
    fc.assert(
      fc.property(decodedValue(shape), (value) => {
        expect(decodeJson(codec, encodeJson(codec, value as never))).toEqual(value);
      }),
      { numRuns: 30 },
    );
  });

  it("throws nothing but the typed error, and Standard Schema agrees", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (json) => {
        const wire = parseExact(JSON.stringify(json).replaceAll(/\\ud[89a-f]../gi, "?"));
        const result = codec["~standard"].validate(wire);
        try {
          expect(result).toEqual({ value: codec.decode(wire) });
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError);
          expect(result.issues).toHaveLength(1);
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe("exact numbers", () => {
  const ids = compileRecord(schema.list(schema.identifier("id", { wire: "integer" })));
  const decimals = compileRecord(schema.list(schema.decimal("any", { wire: "number" })));

  it("any 64-bit id survives as a bare integer", () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }).map(String)), (values) => {
        const text = encodeJson(ids, values);
        expect(text).toBe(`[${values.join(",")}]`);
        expect(decodeJson(ids, text)).toEqual(values);
      }),
    );
  });

  it("any decimal of up to 38 digits survives as a bare number", () => {
    const digits = fc.stringMatching(/^(0|[1-9][0-9]{0,18})$/);
    const decimal = fc
      .tuple(fc.constantFrom("", "-"), digits, fc.stringMatching(/^(\.[0-9]{1,19})?$/))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.array(decimal), (values) => {
        const text = encodeJson(decimals, values);
        expect(text).toBe(`[${values.join(",")}]`);
        expect(decodeJson(decimals, text)).toEqual(values);
      }),
    );
  });
});
