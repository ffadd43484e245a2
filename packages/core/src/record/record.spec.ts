import {
  at,
  decimal,
  fixed,
  identifier,
  integer,
  list,
  mapOf,
  nullable,
  optional,
  optionalAt,
  record,
  required,
  row,
  singleKey,
  tag,
  text,
  under,
  variants,
  whenForm,
  whenKeys,
  whenLength,
} from "@depthwire/schema/internal";
import { describe, expect, it } from "vitest";
import { parseExact } from "../json/parse-exact.js";
import { compileRecord, decodeJson, encodeJson } from "./compile.js";
import { failure } from "./failure.spec-kit.js";

const spec = { spec: "test" };

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
