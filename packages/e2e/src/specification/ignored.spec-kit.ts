import { compileRecord, type JsonObject, parseExact, writeOrdered } from "@depthwire/core";
import type { RecordShape } from "@depthwire/schema";
import { decodedValue } from "@depthwire/testkit";
import * as fc from "fast-check";
import { expect } from "vitest";

/** What may stand under a key that means nothing. */
const anythingAtAll: readonly (JsonObject | null | string | number | boolean)[] = [null, {}, "x", 7, -0.5, true];

/** Some values of a record with what stands on the wire for them. */
export function wireSamples(shape: RecordShape): { readonly value: unknown; readonly wire: JsonObject }[] {
  const codec = compileRecord(shape);
  return fc
    .sample(decodedValue(shape), { numRuns: 5, seed: 1 })
    .map((value) => ({ value, wire: parseExact(writeOrdered(codec.encode(value))) as JsonObject }));
}

/** The keys may be there with any content, or be absent, and the record says the same. */
export function expectIgnored(shape: RecordShape, keys: readonly string[]): void {
  const { decode } = compileRecord(shape);
  for (const { value, wire } of wireSamples(shape)) {
    for (const key of keys) expect(wire).not.toHaveProperty([key]);
    for (const content of anythingAtAll) {
      expect(decode({ ...wire, ...Object.fromEntries(keys.map((key) => [key, content])) })).toEqual(value);
    }
  }
}

/** The record has exactly these keys, each of them needed unless it is listed as optional. */
export function expectKeys(shape: RecordShape, keys: readonly string[], optional: readonly string[] = []): void {
  const { decode } = compileRecord(shape);
  const known = Object.values(shape.fields).flatMap(({ wireKeys }) => wireKeys);
  expect(known).toEqual(expect.arrayContaining([...keys]));
  for (const { value, wire } of wireSamples(shape)) {
    expect(decode(wire)).toEqual(value);
    for (const key of keys) {
      const { [key]: _gone, ...rest } = wire;
      if (optional.includes(key)) expect(() => decode(rest), key).not.toThrow();
      else expect(() => decode(rest), key).toThrow(/message-shape/);
    }
  }
}
