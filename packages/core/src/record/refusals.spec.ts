import {
  anything,
  at,
  closedEnumeration,
  decimal,
  flag,
  identifier,
  integer,
  list,
  literal,
  mapOf,
  nullable,
  optionalAt,
  record,
  required,
  row,
  type Shape,
  singleKey,
  tag,
  text,
  time,
  under,
  variants,
  whenForm,
} from "@depthwire/schema/internal";
import { describe, expect, it } from "vitest";
import { compileRecord } from "./compile.js";
import { failure } from "./failure.spec-kit.js";
import { shapeParts } from "./shape-parts.js";

const spec = { spec: "test" };
const color = closedEnumeration("color", { 1: "red" }, { wire: "text" });
const table = record("table", { kind: tag("table"), a: required("a", text()) }, spec);
const short = row("short", { a: at(0, text()) }, { ...spec, length: 1 });
const single = singleKey("event", { one: under("one_wire", text()), all: under("all_wire", list(text())) }, spec);

/** A shape, a value of it, and values of no such shape: on the wire, and decoded. */
const shapes: readonly (readonly [name: string, shape: Shape, value: unknown, wire: unknown, wrong: unknown])[] = [
  ["text", text(), "a", "a", 1],
  ["integer", integer({ min: 0, max: 9 }), 7, 7, 10],
  ["decimal", decimal("price"), "1.5", "1.5", true],
  ["decimal of a scale", decimal("price", { scale: 1 }), "1.5", "1.5", true],
  ["identifier", identifier("id", { wire: "integer" }), "7", 7, true],
  ["time", time("milliseconds"), 5, 5, -1],
  ["enumeration", color, "red", "1", "blue"],
  ["literal", literal("on"), "on", "on", "off"],
  ["flag", flag("integer"), true, 1, "yes"],
  ["list", list(integer()), [1], [1], 1],
  ["map", mapOf(integer()), { a: 1 }, { a: 1 }, 1],
  ["record", table, { kind: "table", a: "x" }, { a: "x" }, 1],
  ["row", short, { a: "x" }, ["x"], 1],
  ["single key", single, { kind: "one", value: "x" }, { one_wire: "x" }, { kind: "two" }],
];

describe("a value that does not fit", () => {
  it.each(shapes)("%s: is refused at its path, with words for what was expected", (_, shape, value, wire, wrong) => {
    const codec = compileRecord(list(shape));
    expect(codec.decode([wire])).toEqual([value]);
    expect(codec.encode([value] as never)).toEqual([wire]);
    expect(failure(() => codec.decode([wire, wrong], "d"))).toMatchObject({ path: "d[1]" });
    expect(failure(() => codec.encode([value, wrong] as never))).toEqual({
      code: "value-invalid",
      path: "[1]",
      rule: expect.stringMatching(/\w/),
    });
    const refused = codec["~standard"].validate([wire, wrong]);
    const issues = [{ message: expect.stringMatching(/^Expected \S/), path: [1] }];
    expect(refused).toEqual({ issues });
  });

  it("is refused where it is missing, and where it is too long, too fine or of no digits", () => {
    const missing = { code: "value-invalid", path: "a", rule: expect.stringMatching(/\w/) };
    expect(failure(() => compileRecord(table).encode({ kind: "table" } as never))).toEqual(missing);
    const wrong: readonly (readonly [Shape, unknown])[] = [
      [decimal("price", { scale: 1 }), "1.55"],
      [decimal("price", { scale: 1 }), "1.5.5"],
      [identifier("id", { wire: "integer" }), "abc"],
      [identifier("id"), 7],
      [time("iso-8601"), Date.UTC(9999, 11, 31, 23, 59, 59, 999) + 1],
      [integer({ wire: "text", max: 3 }), 4],
      [list(text(), { max: 1 }), ["a", "b"]],
    ];
    for (const [shape, value] of wrong) {
      expect(failure(() => compileRecord(shape).encode(value as never))).toEqual({
        code: "value-invalid",
        path: "",
        rule: expect.stringMatching(/\w/),
      });
    }
  });
});

describe("among variants", () => {
  it.each(shapes)("%s: what fits is taken for it, nullable too, and nothing else is", (_, shape, value, wire) => {
    const other = shape.kind === "flag" ? "text" : true;
    for (const form of [shape, nullable(shape), variants("inner", [whenForm("object", shape)])]) {
      const codec = compileRecord(variants("outer", [whenForm("object", form)]));
      expect(codec.encode(value as never)).toEqual(wire);
      const refusal = { code: "value-invalid", path: "", rule: "one of the forms of outer" };
      expect(failure(() => codec.encode(other as never))).toEqual(refusal);
    }
    const orNull = compileRecord(variants("outer", [whenForm("object", nullable(shape))]));
    expect(orNull.encode(null as never)).toBeNull();
  });

  it("an array is told by its form", () => {
    const codec = compileRecord(
      variants("outer", [whenForm("array", list(text())), whenForm("object", mapOf(text()))]),
    );
    expect([codec.decode(["a"]), codec.decode({ a: "b" })]).toEqual([["a"], { a: "b" }]);
    expect(failure(() => codec.decode("a"))).toMatchObject({ path: "", expected: "one of the forms of outer" });
  });

  it("a position of a row that is absent is sent as what stands for it", () => {
    const fields = { a: at(0, text()), b: optionalAt(1, text(), "-") };
    const { encode } = compileRecord(row("row", fields, { ...spec, length: 3, filler: { 2: "0" } }));
    expect([encode({ a: "x" }), encode({ a: "x", b: "y" })]).toEqual([
      ["x", "-", "0"],
      ["x", "y", "0"],
    ]);
  });

  it("anything fits anything", () => {
    const codec = compileRecord(variants("outer", [whenForm("object", anything())]));
    expect([codec.encode(7 as never), codec.encode("x" as never)]).toEqual([7, "x"]);
  });

  it("a table is told by its tag and by what it must have, a single key by a name that it knows", () => {
    const forms = variants("outer", [whenForm("object", table), whenForm("object", single)]);
    const { encode } = compileRecord(forms);
    expect(encode({ kind: "table", a: "x" } as never)).toEqual({ a: "x" });
    expect(encode({ kind: "all", value: ["x"] } as never)).toEqual({ all_wire: ["x"] });
    for (const bad of [{ kind: "table" }, { kind: "toString" }, { kind: 7 }, { a: "x" }]) {
      expect(failure(() => encode(bad as never))).toMatchObject({ rule: "one of the forms of outer" });
    }
  });
});

it("a shape has the parts that stand in it, a scalar none", () => {
  const [one, two] = [text(), integer()];
  expect(shapeParts(list(one))).toEqual([one]);
  expect(shapeParts(mapOf(two))).toEqual([two]);
  expect(shapeParts(nullable(two))).toEqual([two]);
  expect(shapeParts(variants("v", [whenForm("text", one), whenForm("integer", two)]))).toEqual([one, two]);
  expect(shapeParts(short)).toEqual([one]);
  expect(shapeParts(table)).toEqual([literal("table"), one]);
  expect(shapeParts(single)).toEqual([one, list(one)]);
  expect(shapeParts(one)).toEqual([]);
});
