import {
  anything,
  brandedText,
  closedEnumeration,
  decimal,
  enumeration,
  flag,
  identifier,
  integer,
  list,
  literal,
  mapOf,
  nullable,
  type Shape,
  text,
  time,
} from "@depthwire/schema/internal";
import { describe, expect, it } from "vitest";
import { ExactNumber } from "../json/exact-number.js";
import { parseExact } from "../json/parse-exact.js";
import { compileRecord, encodeJson } from "./compile.js";
import { failure } from "./failure.spec-kit.js";

const color = enumeration("color", { 1: "red", 2: "green" });
const closedColor = closedEnumeration("color", { 1: "red", 2: "green" }, { wire: "text" });

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
    ["decimal with leading zeros", decimal("price"), '"-007.50"', "-007.50", '"-7.50"'],
    ["decimal of zeros before the point", decimal("price"), '"00.4"', "00.4", '"0.4"'],
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
