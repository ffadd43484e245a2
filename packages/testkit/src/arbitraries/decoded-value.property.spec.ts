import { compileRecord, parseExact, writeOrdered } from "@depthwire/core/internal";
import type { EnumerationShape, Field, RecordShape, Shape } from "@depthwire/schema/internal";
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

/** The same values at each run. */
function valuesOf(shape: Shape, numRuns = 400): readonly unknown[] {
  return fc.sample(decodedValue(shape) as fc.Arbitrary<unknown>, { numRuns, seed: 7 });
}

function textsOf(shape: Shape, numRuns?: number): readonly string[] {
  return valuesOf(shape, numRuns).map((value) => {
    expect(value).toBeTypeOf("string");
    return String(value);
  });
}

/** That each of the patterns is met by some text, and that no text is of another kind. */
function expectReach(texts: readonly string[], whole: RegExp, reached: readonly RegExp[]): void {
  expect(texts.filter((text) => !whole.test(text))).toEqual([]);
  expect(reached.filter((pattern) => !texts.some((text) => pattern.test(text)))).toEqual([]);
}

const digit: Shape = { kind: "integer", wire: "integer", min: 1, max: 3 };
const flag: Shape = { kind: "flag", wire: "boolean" };
const free: Shape = { kind: "text", brand: undefined };

function decimal(scale: number | undefined): Shape {
  return { kind: "decimal", brand: "price", wire: "text", scale, suffix: undefined };
}

function enumeration(range: "open" | "closed", members: EnumerationShape["members"] = { 0: "buy", 1: "sell" }): Shape {
  return { kind: "enumeration", name: "Side", members, wire: "integer", range };
}

function field(presence: Field["presence"], shape: Shape, more: Partial<Field> = {}): Field {
  return {
    presence,
    wireKeys: ["k"],
    sends: "first",
    shape,
    absentAs: undefined,
    unreadable: "refused",
    assumed: undefined,
    ...more,
  };
}

function record(fields: RecordShape["fields"]): RecordShape {
  return { kind: "record", name: "Made", fields, ignored: [], spec: "none" };
}

describe("decodedValue of a scalar", () => {
  test("free text is any text, the empty one and letters beyond ASCII too; a pair is a pair", () => {
    expectReach(textsOf(free), /^.{0,24}$/su, [/^$/, /[^ -~]/, /^.{5,}$/su]);
    expectReach(textsOf({ kind: "text", brand: "pair" }), /^[A-Z0-9]+_[A-Z]+$/, [
      /^4\w+_USDT$/,
      /^5\w+_USD$/,
      /^[A-Z]/,
    ]);
  });

  test("an integer is within its bounds, both included", () => {
    expect([...new Set(valuesOf(digit))].sort()).toEqual([1, 2, 3]);
  });

  test("a decimal has any number of digits where the encoder fills nothing up, with and without a sign", () => {
    expectReach(textsOf(decimal(undefined)), /^-?\d+(?:\.\d+)?$/, [/^\d+$/, /^-/, /\.\d$/, /\.\d{8}$/]);
  });

  test("a decimal has exactly the decimals that the encoder writes", () => {
    expectReach(textsOf(decimal(3)), /^-?\d+\.\d{3}$/, [/^-/, /^\d/, /0$/, /[1-9]$/]);
    expectReach(textsOf(decimal(0)), /^-?\d+$/, [/^-/, /^\d/]);
  });

  test("an identifier is a number of up to 64 bits", () => {
    const texts = textsOf({ kind: "identifier", brand: "order", wire: "text" }, 2_000);
    expectReach(texts, /^\d+$/, [/^\d$/, /^\d{19,}$/]);
    expect(texts.filter((text) => BigInt(text) >= 2n ** 64n)).toEqual([]);
    expect(texts.some((text) => BigInt(text) >= 2n ** 63n)).toBe(true);
  });

  test("a time is one that four digits of year write", () => {
    const times = valuesOf({ kind: "time", wire: "iso-8601" }).map(Number);
    expect(times.filter((ms) => !/^\d{4}-/.test(new Date(ms).toISOString()) || ms < 0)).toEqual([]);
    expect(times.some((ms) => ms > Date.UTC(9000, 0))).toBe(true);
    expect(times.some((ms) => ms < Date.UTC(1980, 0))).toBe(true);
  });

  test("a closed enumeration has its members alone", () => {
    expect([...new Set(valuesOf(enumeration("closed")))].sort()).toEqual(["buy", "sell"]);
  });

  test("an open one has others too, never a member's own number, and members mostly", () => {
    const texts = textsOf(enumeration("open"), 2_000);
    expectReach(texts, /^(?:buy|sell|unknown:\d+)$/, [/^buy$/, /^sell$/, /^unknown:[2-9]$/, /^unknown:\d{4,}$/]);
    expect(texts.filter((text) => text === "unknown:0" || text === "unknown:1")).toEqual([]);
    expect(texts.filter((text) => !text.startsWith("unknown:")).length).toBeGreaterThan(1_000);
  });

  test("a literal is its value, a flag both values", () => {
    expect([...new Set(valuesOf({ kind: "literal", value: "GTC" }))]).toEqual(["GTC"]);
    expect([...new Set(valuesOf(flag))].sort()).toEqual([false, true]);
  });

  test("anything is any JSON value", () => {
    const values = valuesOf({ kind: "anything" });
    const kinds = new Set(
      values.map((value) => (value === null ? "null" : Array.isArray(value) ? "list" : typeof value)),
    );
    expect([...kinds].sort()).toEqual(["boolean", "list", "null", "number", "object", "string"]);
    expect(values.map((value) => JSON.parse(JSON.stringify(value)))).toEqual(
      values.map((value) => (Object.is(value, -0) ? 0 : value)).map((value) => JSON.parse(JSON.stringify(value))),
    );
  });
});

describe("decodedValue of a container", () => {
  /** Lengths of the lists that are made. */
  const lengths = (min: number, max: number | undefined) => {
    const lists = valuesOf({ kind: "list", element: digit, min, max }) as readonly (readonly unknown[])[];
    expect(new Set(lists.flat())).toEqual(new Set([1, 2, 3]));
    return [...new Set(lists.map(({ length }) => length))].sort((left, right) => left - right);
  };

  test.each([
    [0, undefined, [0, 1, 2, 3, 4]],
    [0, 2, [0, 1, 2]],
    [1, 100, [1, 2, 3, 4]],
    [6, undefined, [6]],
    [6, 9, [6]],
    [2, 2, [2]],
  ])("a list of at least %i and at most %s elements is short", (min, max, expected) => {
    expect(lengths(min, max)).toEqual(expected);
  });

  test("a map has up to four pairs for keys", () => {
    const maps = valuesOf({ kind: "map", value: digit }) as readonly object[];
    expect(new Set(maps.map((map) => Object.keys(map).length))).toEqual(new Set([0, 1, 2, 3, 4]));
    expectReach(
      maps.flatMap((map) => Object.keys(map)),
      /^[A-Z0-9]+_[A-Z]+$/,
      [/^4/, /^5/],
    );
    expect(new Set(maps.flatMap((map) => Object.values(map)))).toEqual(new Set([1, 2, 3]));
    expect(maps.every((map) => Object.getPrototypeOf(map) === Object.prototype)).toBe(true);
  });

  test("a nullable value is null at times", () => {
    expect(new Set(valuesOf({ kind: "nullable", value: digit }))).toEqual(new Set([null, 1, 2, 3]));
  });

  test("a record has what is required and tags always, what is optional at times, and nothing that is fixed", () => {
    const values = valuesOf(
      record({
        must: field("required", digit),
        may: field("optional", flag),
        wireOnly: field("fixed", { kind: "literal", value: 5 }),
        kind: field("tag", { kind: "literal", value: "made" }, { wireKeys: [] }),
      }),
    ) as readonly object[];
    const forms = new Set(values.map((value) => Object.keys(value).sort().join()));
    expect(forms).toEqual(new Set(["kind,may,must", "kind,must"]));
    expect(values.every((value) => Object.getPrototypeOf(value) === Object.prototype)).toBe(true);
    expect(values).toContainEqual({ kind: "made", must: 2, may: true });
  });

  test("what stands for an absent value in a record is none of its values: empty texts and zeros", () => {
    const zeros = ["", "0", "0.", "0.0", "0.000"];
    const others = ["00", "0.01", "10", "0x", "x0", "-0", ".0"];
    const members = Object.fromEntries([...zeros, ...others].map((value, number) => [`${number}`, value]));
    const shape = enumeration("closed", members);
    const mayBe = (absentAs: Field["absentAs"]) =>
      new Set(
        valuesOf(record({ may: field("optional", shape, { absentAs }) })).map(
          (value) => (value as { may?: string }).may,
        ),
      );
    expect(mayBe(undefined)).toEqual(new Set([undefined, ...zeros, ...others]));
    expect(mayBe("")).toEqual(new Set([undefined, ...others]));
    expect(mayBe(0)).toEqual(new Set([undefined, ...others]));
  });

  test("a row has its positions by name, and never the text that stands for an absent one", () => {
    const shape: Shape = {
      kind: "row",
      name: "MadeRow",
      fields: {
        first: { presence: "required", index: 0, shape: enumeration("closed"), absentAs: undefined },
        second: { presence: "optional", index: 1, shape: enumeration("closed"), absentAs: "sell" },
        third: { presence: "fixed", index: 2, shape: { kind: "literal", value: "0" }, absentAs: undefined },
        fourth: { presence: "required", index: 3, shape: { kind: "literal", value: "0" }, absentAs: "" },
      },
      length: 4,
      filler: {},
      spec: "none",
    };
    const forms = new Set(valuesOf(shape).map((value) => JSON.stringify(value)));
    expect(forms).toEqual(
      new Set([
        '{"first":"buy","second":"buy","fourth":"0"}',
        '{"first":"sell","second":"buy","fourth":"0"}',
        '{"first":"buy","fourth":"0"}',
        '{"first":"sell","fourth":"0"}',
      ]),
    );
  });

  test("a single key is each of those that are known, with a value of its own shape", () => {
    const shape: Shape = {
      kind: "single-key",
      name: "Filter",
      entries: { byNumber: { wireKey: "n", shape: digit }, byFlag: { wireKey: "f", shape: flag } },
      spec: "none",
    };
    const values = valuesOf(shape);
    for (const value of [1, 2, 3]) {
      expect(values).toContainEqual({ kind: "byNumber", value });
    }
    expect(values).toContainEqual({ kind: "byFlag", value: false });
    expect(new Set(values.map((value) => Object.keys(value as object).join()))).toEqual(new Set(["kind,value"]));
  });
});

describe("decodedValue of variants", () => {
  const both = record({
    told: field("optional", digit, { wireKeys: ["t"] }),
    silent: field("optional", digit, { wireKeys: ["s", "t"] }),
  });
  const formsOf = (alternatives: Extract<Shape, { kind: "variants" }>["alternatives"]) =>
    [
      ...new Set(
        valuesOf({ kind: "variants", name: "Either", alternatives }, 600).map((value) =>
          typeof value === "object"
            ? Object.keys(value ?? {})
                .sort()
                .join("+")
            : typeof value,
        ),
      ),
    ].sort();

  test("are values of each alternative", () => {
    expect(
      formsOf([
        { when: { test: "form", form: "integer" }, shape: digit },
        { when: { test: "length", length: 2 }, shape: flag },
        { when: { test: "form", form: "object" }, shape: both },
      ]),
    ).toEqual(["", "boolean", "number", "silent", "silent+told", "told"]);
  });

  test("have one of the keys that tell an alternative, by the first of a field's keys", () => {
    const when = { test: "keys", anyOf: ["t", "x"], noneOf: [] } as const;
    expect(formsOf([{ when, shape: both }])).toEqual(["silent+told", "told"]);
  });

  test("need none where any object is the alternative, or where it is no record", () => {
    const any = { test: "keys", anyOf: [], noneOf: ["z"] } as const;
    expect(formsOf([{ when: any, shape: both }])).toEqual(["", "silent", "silent+told", "told"]);
    const keyed = { test: "keys", anyOf: ["t"], noneOf: [] } as const;
    expect(formsOf([{ when: keyed, shape: { kind: "map", value: digit } }])).toContain("");
  });
});
