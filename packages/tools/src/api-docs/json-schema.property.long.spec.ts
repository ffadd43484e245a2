import { fileURLToPath } from "node:url";
import { compileRecord, writeOrdered } from "@depthwire/core/internal";
import * as schema from "@depthwire/schema/internal";
import { decodedValue } from "@depthwire/testkit";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSchemaWriter } from "./json-schema.js";
import { familyModules } from "./operations.js";
import { readSentences } from "./sentences.js";

const sentences = readSentences(fileURLToPath(new URL("../../../schema/src/internal.ts", import.meta.url)));
const modules = [schema, ...Object.values(familyModules)];
const tables = modules.flatMap((module) => Object.entries<unknown>(module)).filter(isTable);

describe("every table", () => {
  it.each(tables)("%s: what the encoder writes fits the published schema and decodes back", (_, shape) => {
    const codec = compileRecord<schema.Shape>(shape);
    const writer = createSchemaWriter(sentences, "#/$defs/");
    const root = writer.write(shape);
    const valid = new Ajv2020({ strict: false, validateFormats: false }).compile({ ...root, $defs: writer.named() });
    fc.assert(
      fc.property(decodedValue(shape), (value) => {
        const wire: unknown = JSON.parse(writeOrdered(codec.encode(value)));
        expect(valid(wire), JSON.stringify({ wire, errors: valid.errors })).toBe(true);
        expect(codec.decode(codec.encode(value))).toEqual(value);
      }),
      { numRuns: 20 },
    );
  });
});

function isTable(entry: [string, unknown]): entry is [string, schema.Shape] {
  const [, value] = entry;
  if (typeof value !== "object" || value === null || !("kind" in value)) {
    return false;
  }
  return ["record", "row", "single-key", "variants", "list"].includes(String(value.kind));
}
