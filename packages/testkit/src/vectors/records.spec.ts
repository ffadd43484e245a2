import { compileRecord, decodeJson, encodeJson } from "@depthwire/core/internal";
import { describe, expect, test } from "vitest";
import { loadRecordVectors } from "./load-vectors.js";
import { namedShapes } from "./named-shapes.js";

const codecs = new Map([...namedShapes()].map(([name, shape]) => [name, compileRecord(shape)]));

describe("records of both documents", () => {
  test("every shape has a vector; those of parameters are in the operations' vectors", () => {
    const covered = new Set(loadRecordVectors().map(({ descriptor }) => descriptor));
    const missing = [...codecs.keys()].filter((name) => !covered.has(name) && !name.endsWith("-params"));
    expect(missing).toEqual([]);
  });

  const vectors = loadRecordVectors().map((vector) => [vector.id, vector] as const);

  test.each(vectors)("vector %s", (_id, { descriptor, wire, value, sent = wire }) => {
    const codec = codecs.get(descriptor);
    if (codec === undefined) {
      throw new Error(`the schema has no ${descriptor}`);
    }
    expect(decodeJson(codec, wire)).toEqual(value);
    expect(encodeJson(codec, value)).toBe(sent);
    expect(encodeJson(codec, decodeJson(codec, sent))).toBe(sent);
  });
});
