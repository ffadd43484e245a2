import { fileURLToPath } from "node:url";
import * as schema from "@depthwire/schema/internal";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { createSchemaWriter } from "./json-schema.js";
import { families, familyModules } from "./operations.js";
import type { JsonSchema } from "./scalar-schema.js";
import { readSentences } from "./sentences.js";

const sentences = readSentences(fileURLToPath(new URL("../../../schema/src/internal.ts", import.meta.url)));

/** A validator of one shape's wire form. */
function validator(shape: schema.Shape): (value: unknown) => boolean {
  const writer = createSchemaWriter(sentences, "#/$defs/");
  const root = writer.write(shape);
  return new Ajv2020({ strict: false, validateFormats: false }).compile({ ...root, $defs: writer.named() });
}

function namedSchema(shape: schema.Shape, name: string): JsonSchema | undefined {
  const writer = createSchemaWriter(sentences, "#/$defs/");
  writer.write(shape);
  return writer.named()[name];
}

describe("the sentences", () => {
  it("leave the sections to the data, which names them once", () => {
    const tables = [schema, ...Object.values(familyModules)].flatMap((module) => Object.entries<unknown>(module));
    const cited = tables.flatMap(([name, value]) =>
      isCited(value) ? [{ name: value.kind === "operation" ? operationKey(name, value) : name, spec: value.spec }] : [],
    );
    expect(cited.filter(({ name }) => sentences.get(name)?.spec !== undefined)).toEqual([]);
    expect(cited.filter(({ spec }) => spec !== "").length).toBeGreaterThan(130);
  });
});

describe("the JSON Schema of a shape", () => {
  it("accepts the depth samples of the field notes and tells them apart", () => {
    const snapshot = { pair: "4BTC_USDT", ut: 1, seq: 188236, asks: [["7.904", "47741.6"]], bids: [] };
    const update = { pair: "4BTC_USDT", ut: 1, seq: 188240, add: { asks: [["0.11", "47744.9"]] }, del: { asks: null } };
    const valid = validator(schema.prefixDepth);
    expect(valid(snapshot)).toBe(true);
    expect(valid(update)).toBe(true);
    expect(validator(schema.prefixDepthUpdate)(snapshot)).toBe(true);
    expect(valid({ ...snapshot, add: null })).toBe(false);
    expect(valid({ ...snapshot, asks: [["7.904"]] })).toBe(false);
    expect(valid({ ...snapshot, asks: [[7.904, "47741.6"]] })).toBe(false);
  });

  it("demands required keys, under any name that is read", () => {
    const valid = validator(schema.prefixLogin);
    expect(valid({ apikey: "a", sign: "b", sub: "ALL_ALL_login" })).toBe(true);
    expect(valid({ apikey: "a", sign: "b", channel: "ALL_ALL_login" })).toBe(true);
    expect(valid({ apikey: "a", sign: "b" })).toBe(false);
    expect(valid({ apikey: "a", sign: "b", sub: "other" })).toBe(false);
  });

  it("carries the sentences of the descriptors", () => {
    expect(namedSchema(schema.depthRow, "DepthRow")).toMatchObject({
      description: "One level of protocol A. Mind the order: the quantity stands first.",
      "x-spec": "document 1, Events, Protocol A; field note 10",
      prefixItems: [
        { description: expect.stringContaining("Absolute quantity"), type: "string" },
        { description: "The level. Two prices are the same level when they are equal by value." },
      ],
    });
  });

  it("lists the members of an enumeration with their meaning, and closes it for requests only", () => {
    expect(namedSchema(schema.orderSide, "OrderSide")).toMatchObject({
      anyOf: expect.arrayContaining([
        { const: 1, title: "open-long", description: "Buys to open or enlarge a long position." },
      ]),
    });
    expect(validator(schema.orderSide)(9)).toBe(true);
    expect(validator(schema.closed(schema.orderSide))(9)).toBe(false);
    expect(validator(schema.closed(schema.orderSide))(4)).toBe(true);
  });
});

/** Channel grammars cite in the comment of their table. */
function isCited(value: unknown): value is { readonly kind: string; readonly spec: string } {
  return typeof value === "object" && value !== null && "spec" in value && "kind" in value && !("template" in value);
}

function operationKey(name: string, value: object): string {
  const family = families.find((candidate) => familyModules[candidate][name] === value);
  return `${family ?? "none"}.${name}`;
}
