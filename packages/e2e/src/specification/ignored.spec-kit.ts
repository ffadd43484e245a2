import { compileRecord, type JsonObject, parseExact, writeOrdered } from "@depthwire/core/internal";
import type { RecordShape } from "@depthwire/schema/internal";
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

/** A decoded record without those of its values that stand under these keys. */
function without(shape: RecordShape, keys: readonly string[], value: unknown): unknown {
  const names = Object.entries(shape.fields).filter(([, { wireKeys }]) => wireKeys.some((key) => keys.includes(key)));
  return { ...(value as object), ...Object.fromEntries(names.map(([name]) => [name, undefined])) };
}

/**
 * The keys may be there with any content, or be absent, and the rest of the record says the same. Some are read all the same, since
 * deployments fill them: content that cannot be read refuses nothing.
 */
export function expectIgnored(shape: RecordShape, keys: readonly string[]): void {
  const { decode } = compileRecord(shape);
  for (const { value, wire } of wireSamples(shape)) {
    const bare = Object.fromEntries(Object.entries(wire).filter(([key]) => !keys.includes(key)));
    for (const contents of [{}, ...anythingAtAll.map((one) => Object.fromEntries(keys.map((key) => [key, one])))]) {
      const decoded = decode({ ...bare, ...contents });
      expect(without(shape, keys, decoded)).toEqual(without(shape, keys, value));
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
      if (optional.includes(key)) {
        expect(() => decode(rest), key).not.toThrow();
      } else {
        expect(() => decode(rest), key).toThrow(/message-shape/);
      }
    }
  }
}
