import {
  anything,
  at,
  brandedText,
  closedEnumeration,
  decimal,
  enumeration,
  fixed,
  flag,
  identifier,
  integer,
  list,
  literal,
  mapOf,
  nullable,
  optional,
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
  whenKeys,
  whenLength,
} from "@depthwire/schema";
import { describe, expect, it } from "vitest";
import { ProtocolError } from "../error/protocol-error.js";
import { ValidationError } from "../error/validation-error.js";
import { ExactNumber } from "../json/exact-number.js";
import { parseExact } from "../json/parse-exact.js";
import { compileRecord, decodeJson, encodeJson } from "./compile.js";

const color = enumeration("color", { 1: "red", 2: "green" });
const closedColor = closedEnumeration("color", { 1: "red", 2: "green" }, { wire: "text" });
const spec = { spec: "test" };

function failure(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    if (error instanceof ProtocolError || error instanceof ValidationError) {
      return { code: error.code, ...error.details };
    }
    throw error;
  }
  return "nothing thrown";
}

describe("scalars", () => {
  it.each<[string, Shape, string, unknown, string?]>([
    ["text", text(), '"a"', "a"],
    ["branded text", brandedText("pair"), '"4BTC_USDT"', "4BTC_USDT"],
    ["integer", integer({ min: 0, max: 9 }), "7", 7],
    ["integer, as text", integer({ min: 0 }), '"7"', 7, "7"],
    ["integer sent as text", integer({ wire: "text" }), "-7", -7, '"-7"'],
    ["decimal", decimal("price"), '"0.0001000000"', "0.0001000000"],
    ["decimal, as number", decimal("price"), "0.5", "0.5", '"0.5"'],
    ["decimal, as exact number", decimal("price", { wire: "number" }), "1.10", "1.10"],
    [
      "decimal of 38 digits as number",
      decimal("price", { wire: "number" }),
      `0.${"9".repeat(38)}`,
      `0.${"9".repeat(38)}`,
    ],
    ["decimal with an exponent", decimal("price"), "1e-7", "0.0000001", '"0.0000001"'],
    ["decimal with leading zeros sent as number", decimal("price", { wire: "number" }), '"007.50"', "007.50", "7.50"],
    ["decimal with a scale", decimal("price", { scale: 10 }), '"0.0001000000"', "0.0001000000"],
    ["percent", decimal("percent", { suffix: "%" }), '"-2.83%"', "-2.83"],
    ["percent without its sign", decimal("percent", { suffix: "%" }), '"1"', "1", '"1%"'],
    ["id", identifier("id"), '"12875281286404369"', "12875281286404369"],
    ["id as bare integer", identifier("id", { wire: "integer" }), "11221615815381299", "11221615815381299"],
    ["id of 64 bits", identifier("id", { wire: "integer" }), "18446744073709551615", "18446744073709551615"],
    ["small id", identifier("id", { wire: "integer" }), "7", "7"],
    ["id that is a word", identifier("id"), '"abc"', "abc"],
    ["milliseconds", time("milliseconds"), "1639124171584", 1639124171584],
    ["milliseconds as text", time("milliseconds-text"), '"1639124171584"', 1639124171584],
    ["ISO 8601", time("iso-8601"), '"2021-12-10T08:16:11.584Z"', 1639124171584],
    [
      "ISO 8601 without fraction",
      time("iso-8601"),
      '"2021-12-10T08:16:11Z"',
      1639124171000,
      '"2021-12-10T08:16:11.000Z"',
    ],
    [
      "ISO 8601 with one digit of fraction",
      time("iso-8601"),
      '"2021-12-10T08:16:11.5Z"',
      1639124171500,
      '"2021-12-10T08:16:11.500Z"',
    ],
    ["a time in another form", time("iso-8601"), "1639124171584", 1639124171584, '"2021-12-10T08:16:11.584Z"'],
    ["enumeration", color, "2", "green"],
    ["enumeration, as text", color, '"2"', "green", "2"],
    ["unknown value", color, "77", "unknown:77"],
    ["unknown text", color, '"x"', "unknown:x"],
    ["unknown value of 64 bits", color, "11221615815381299", "unknown:11221615815381299"],
    ["closed enumeration", closedColor, '"1"', "red"],
    ["literal", literal("addChannel"), '"addChannel"', "addChannel"],
    ["flag", flag(), "true", true],
    ["flag as integer", flag("integer"), "0", false],
    ["flag as text", flag("integer-text"), '"1"', true],
    ["flag in another form", flag(), '"0"', false, "false"],
    ["anything", anything(), '{"a":[1.10,null]}', { a: [new ExactNumber("1.10"), null] }],
    ["null", nullable(text()), "null", null],
    ["not null", nullable(text()), '"a"', "a"],
  ])("%s", (_name, shape, wire, decoded, sent = wire) => {
    const codec = compileRecord(shape);
    expect(codec.decode(parseExact(wire))).toEqual(decoded);
    expect(encodeJson(codec, decoded as never)).toBe(sent);
  });

  it.each<[string, Shape, string, string]>([
    ["text", text(), "1", "message-shape"],
    ["integer below its least", integer({ min: 1 }), "0", "message-shape"],
    ["integer above its most", integer({ max: 9 }), "10", "message-shape"],
    ["integer with a fraction", integer(), "1.5", "message-shape"],
    ["integer written as 1.0", integer(), "1.0", "message-shape"],
    ["integer written as 1e3", integer(), "1e3", "message-shape"],
    ["integer written as -0", integer(), "-0", "message-shape"],
    ["integer above 2^53", integer(), "9007199254740993", "message-shape"],
    ["integer as text with a leading zero", integer(), '"07"', "message-shape"],
    ["integer as empty text", integer(), '""', "message-shape"],
    ["decimal that is none", decimal("price"), '"1e3"', "number-malformed"],
    ["decimal that is empty", decimal("price"), '""', "number-malformed"],
    ["decimal that is NaN", decimal("price"), '"NaN"', "number-malformed"],
    ["decimal of 39 digits", decimal("price"), `"${"9".repeat(39)}"`, "number-too-large"],
    ["decimal of 39 digits as number", decimal("price"), "9".repeat(39), "number-too-large"],
    ["decimal of 1e400", decimal("price"), "1e400", "number-too-large"],
    ["decimal that is true", decimal("price"), "true", "message-shape"],
    ["percent of another sign", decimal("percent", { suffix: "%" }), '"1€"', "number-malformed"],
    ["id with a fraction", identifier("id"), "1.5", "message-shape"],
    ["id of 21 digits", identifier("id"), "1".repeat(21), "message-shape"],
    ["id that is null", identifier("id"), "null", "message-shape"],
    ["time before 1970", time("milliseconds"), "-1", "message-shape"],
    ["time with a fraction", time("milliseconds"), "1.5", "message-shape"],
    ["30 February", time("iso-8601"), '"2021-02-30T00:00:00Z"', "message-shape"],
    ["hour 24", time("iso-8601"), '"2021-02-03T24:00:00Z"', "message-shape"],
    ["local time", time("iso-8601"), '"2021-02-03T04:00:00+08:00"', "message-shape"],
    ["a name in place of its value", closedColor, '"red"', "message-shape"],
    ["a value of another table", closedColor, "3", "message-shape"],
    ["inherited name", closedColor, '"constructor"', "message-shape"],
    ["enumeration that is null", color, "null", "message-shape"],
    ["another literal", literal(6), '"6"', "message-shape"],
    ["flag that is 2", flag(), "2", "message-shape"],
    ["null where none may be", text(), "null", "message-shape"],
  ])("refuse %s", (_name, shape, wire, code) => {
    expect(failure(() => compileRecord(shape).decode(parseExact(wire)))).toMatchObject({ code, path: "" });
  });

  it.each<[string, Shape, unknown]>([
    ["text", text(), 1],
    ["an integer as text", integer(), "1"],
    ["an integer out of bounds", integer({ max: 9 }), 10],
    ["NaN", integer(), Number.NaN],
    ["a decimal as number", decimal("price"), 1.5],
    ["a decimal with an exponent", decimal("price"), "1e3"],
    ["a finer decimal than the scale", decimal("price", { scale: 2 }), "1.001"],
    ["an id as number", identifier("id"), 7],
    ["a word as bare integer", identifier("id", { wire: "integer" }), "abc"],
    ["a time before 1970", time("milliseconds"), -1],
    ["a year of five digits", time("iso-8601"), Date.UTC(10_000, 0)],
    ["a name of no table", color, "blue"],
    ["an unknown value that is known", color, "unknown:1"],
    ["an unknown value of a closed table", closedColor, "unknown:9"],
    ["another literal", literal("a"), "b"],
    ["a flag as integer", flag("integer"), 1],
    ["nothing where anything may be", anything(), undefined],
    ["a list as text", list(text()), "a"],
    ["a map as list", mapOf(text()), []],
  ])("are not encoded: %s", (_name, shape, value) => {
    expect(failure(() => compileRecord(shape).encode(value as never))).toMatchObject({
      code: "value-invalid",
      path: "",
    });
  });
});

describe("records", () => {
  const inner = record("inner", { price: required("p", decimal("price")) }, spec);
  const shape = record(
    "outer",
    {
      event: fixed("event", "addChannel"),
      kind: tag("outer"),
      amount: required(["amount", "volume"], decimal("quantity")),
      note: optional("n", text()),
      nothing: optional("z", nullable(text())),
      rows: optional("r", list(inner, { max: 2 })),
      map: optional("m", mapOf(inner)),
    },
    { spec: "test", ignored: ["x"] },
  );
  const codec = compileRecord(shape);
  const wire = '{"event":"addChannel","amount":"1","n":"a","z":null,"r":[{"p":"2"}],"m":{"__proto__":{"p":"3"}}}';

  it("decode by name, ignore unknown keys, and are sent in the descriptor's order", () => {
    const value = decodeJson(codec, `{"x":1,"y":{},${wire.slice(1)}`);
    expect(value).toMatchObject({ kind: "outer", amount: "1", note: "a", nothing: null, rows: [{ price: "2" }] });
    expect(value).not.toHaveProperty("event");
    expect(Object.keys(value.map ?? {})).toEqual(["__proto__"]);
    expect(encodeJson(codec, value)).toBe(wire);
  });

  it("read each of several keys and send the first", () => {
    const value = decodeJson(codec, '{"event":"addChannel","volume":"1"}');
    expect(value).toEqual({ kind: "outer", amount: "1" });
    expect(encodeJson(codec, value)).toBe('{"event":"addChannel","amount":"1"}');
  });

  it("read each of several keys and send every one where they say so", () => {
    const both = compileRecord(
      record("both", { to: required(["to", "to_address"], text(), { sends: "every" }) }, spec),
    );
    for (const key of ["to", "to_address"]) {
      expect(decodeJson(both, `{"${key}":"a"}`)).toEqual({ to: "a" });
    }
    expect(encodeJson(both, { to: "a" })).toBe('{"to":"a","to_address":"a"}');
  });

  it("reads empty texts and zeros as no value where a field says so, and sends one", () => {
    const silent = record(
      "silent",
      {
        id: optional("coi", identifier("id"), { absentAs: "" }),
        number: optional("client_oid", identifier("id", { wire: "integer" }), { absentAs: 0 }),
        price: optional("tw", decimal("price"), { absentAs: "" }),
        other: optional("o", decimal("price")),
      },
      spec,
    );
    const silentCodec = compileRecord(silent);
    for (const nothing of ['""', "0", '"0"', '"0.00"', "0.0", "null"]) {
      const wireText = `{"coi":${nothing},"client_oid":${nothing},"tw":${nothing}}`;
      expect(decodeJson(silentCodec, wireText)).toEqual({});
    }
    expect(encodeJson(silentCodec, {})).toBe('{"coi":"","client_oid":0,"tw":""}');
    const full = { id: "00", number: "9007199254740993", price: "0.01", other: "0" };
    expect(decodeJson(silentCodec, encodeJson(silentCodec, full))).toEqual(full);
    expect(failure(() => decodeJson(silentCodec, '{"o":""}'))).toMatchObject({ path: "o" });
  });

  it("read what fits under a key that may hold anything, and refuse nothing that does not", () => {
    const shapeOf = record("loose", { q: optional("q", decimal("quantity"), { unreadable: "absent" }) }, spec);
    const loose = compileRecord(shapeOf);
    expect(decodeJson(loose, '{"q":"1.5"}')).toEqual({ q: "1.5" });
    for (const content of ["{}", "[]", "true", '"x"', "null", '{"deep":[1]}']) {
      expect(decodeJson(loose, `{"q":${content}}`)).toEqual({});
    }
  });

  it("take null for an absent optional value", () => {
    expect(decodeJson(codec, '{"event":"addChannel","amount":"1","n":null,"r":null}')).toEqual({
      kind: "outer",
      amount: "1",
    });
  });

  it.each([
    ["{}", "event"],
    ['{"event":"x"}', "event"],
    ['{"event":"addChannel"}', "amount"],
    ['{"event":"addChannel","volume":"x"}', "volume"],
    ['{"event":"addChannel","amount":null}', "amount"],
    ['{"event":"addChannel","amount":"1","r":[{"p":"1"},{"p":"x"}]}', "r[1].p"],
    ['{"event":"addChannel","amount":"1","r":[{},{},{}]}', "r"],
    ['{"event":"addChannel","amount":"1","r":[7]}', "r[0]"],
    ['{"event":"addChannel","amount":"1","m":{"k":{"p":true}}}', "m.k.p"],
    ["[]", ""],
    ["null", ""],
    ["1.10", ""],
  ])("name the path in %s", (text, path) => {
    expect(failure(() => decodeJson(codec, text))).toMatchObject({ path });
    expect(failure(() => codec.decode(parseExact(text), "d"))).toMatchObject({
      path: path === "" || path.startsWith("[") ? `d${path}` : `d.${path}`,
    });
  });

  it("name our own names when a value cannot be sent", () => {
    const encode = (value: unknown): unknown => failure(() => codec.encode(value as never));
    expect(encode({ kind: "outer" })).toMatchObject({ path: "amount" });
    expect(encode({ kind: "outer", amount: "1", rows: [{ price: "1" }, {}] })).toMatchObject({ path: "rows[1].price" });
    expect(encode({ kind: "outer", amount: "1", map: { k: { price: 1 } } })).toMatchObject({ path: "map.k.price" });
    expect(encode(null)).toMatchObject({ path: "" });
    expect(encode([])).toMatchObject({ path: "" });
  });

  it("are a Standard Schema", () => {
    const standard = codec["~standard"];
    expect(standard).toMatchObject({ version: 1, vendor: "depthwire" });
    expect(standard.validate(JSON.parse('{"event":"addChannel","amount":"1"}'))).toEqual({
      value: { kind: "outer", amount: "1" },
    });
    expect(standard.validate({ event: "addChannel", amount: "1", r: [{ p: "x" }] })).toEqual({
      issues: [{ message: "Expected a plain decimal", path: ["r", 0, "p"] }],
    });
  });
});

describe("rows", () => {
  const pairRow = row(
    "row",
    { price: at(1, decimal("price")), id: optionalAt(2, identifier("id"), "") },
    { ...spec, length: 4, filler: { 3: "f" } },
  );
  const codec = compileRecord(pairRow);

  it("decode positions and fill those that mean nothing", () => {
    expect(decodeJson(codec, '[9,"1.5","7","anything"]')).toEqual({ price: "1.5", id: "7" });
    expect(decodeJson(codec, '["","1.5","",null]')).toEqual({ price: "1.5" });
    expect(encodeJson(codec, { price: "1.5" })).toBe('["","1.5","","f"]');
    expect(encodeJson(codec, { price: "1.5", id: "7" })).toBe('["","1.5","7","f"]');
  });

  it("refuse another length and name the position", () => {
    expect(failure(() => decodeJson(codec, '["","1","2"]'))).toMatchObject({
      path: "",
      expected: "an array of 4 elements",
    });
    expect(failure(() => decodeJson(codec, '["","x","",""]'))).toMatchObject({ code: "number-malformed", path: "[1]" });
    expect(failure(() => decodeJson(codec, "{}"))).toMatchObject({ path: "" });
    expect(failure(() => codec.encode({} as never))).toMatchObject({ path: "price" });
    expect(failure(() => codec.encode(7 as never))).toMatchObject({ path: "" });
  });
});

describe("one of several", () => {
  const single = compileRecord(
    singleKey("event", { all: under("all_wire", list(text())), one: under("one_wire", text()) }, spec),
  );

  it("a single key tells which", () => {
    expect(decodeJson(single, '{"one_wire":"a","other":1}')).toEqual({ kind: "one", value: "a" });
    expect(encodeJson(single, { kind: "all", value: ["a"] })).toBe('{"all_wire":["a"]}');
    expect(failure(() => decodeJson(single, '{"one_wire":1}'))).toMatchObject({ path: "one_wire" });
    for (const bad of ["{}", '{"all_wire":[],"one_wire":"a"}', "[]"]) {
      expect(failure(() => decodeJson(single, bad))).toMatchObject({ code: "message-shape", path: "" });
    }
    expect(failure(() => single.encode({ kind: "none" } as never))).toMatchObject({ path: "" });
    expect(failure(() => single.encode({ kind: "one", value: 1 } as never))).toMatchObject({ path: "value" });
  });

  const short = row("short", { a: at(0, text()) }, { ...spec, length: 1 });
  const long = row("long", { a: at(0, text()), b: at(1, text()) }, { ...spec, length: 2 });
  const left = record("left", { kind: tag("left"), a: optional("a", text()) }, spec);
  const right = record("right", { kind: tag("right"), b: optional("b", text()) }, spec);
  const choice = compileRecord(
    variants("choice", [
      // What has a tag stands before what could take its value for its own.
      whenKeys({ anyOf: ["a"], noneOf: ["b"] }, left),
      whenKeys({ anyOf: [], noneOf: ["a"] }, right),
      whenLength(2, long),
      whenLength(1, short),
      whenForm("text", text()),
      whenForm("integer", integer()),
    ]),
  );

  it.each([
    ['["x","y"]', { a: "x", b: "y" }],
    ['["x"]', { a: "x" }],
    ['{"a":"x"}', { kind: "left", a: "x" }],
    ['{"b":"x"}', { kind: "right", b: "x" }],
    ["{}", { kind: "right" }],
    ['"x"', "x"],
    ["7", 7],
  ])("a variant is told by length, keys or form: %s", (wire, value) => {
    expect(decodeJson(choice, wire)).toEqual(value);
    expect(encodeJson(choice, value as never)).toBe(wire);
  });

  it("what fits no variant is refused", () => {
    for (const wire of ['["x","y","z"]', '{"a":"x","b":"y"}', "null", "true"]) {
      expect(failure(() => decodeJson(choice, wire))).toMatchObject({ code: "message-shape", path: "" });
    }
    expect(failure(() => choice.encode(true as never))).toMatchObject({ code: "value-invalid" });
  });
});
