import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { ProtocolError } from "../error/protocol-error.js";
import { ValidationError } from "../error/validation-error.js";
import { failure } from "../record/failure.spec-kit.js";
import { ExactNumber } from "./exact-number.js";
import { parseExact, parseExactBytes } from "./parse-exact.js";
import { writeOrdered } from "./write-ordered.js";

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof ProtocolError || error instanceof ValidationError) {
      return error.code;
    }
    throw error;
  }
  return "nothing thrown";
}

describe("parseExact", () => {
  it("keeps integers above 2^53 and the exact text of decimals", () => {
    expect(parseExact('{"id":11221615815381299,"p":1.10,"q":0.5,"n":-7,"z":-0,"e":1e400}')).toEqual({
      id: new ExactNumber("11221615815381299"),
      p: new ExactNumber("1.10"),
      q: 0.5,
      n: -7,
      z: new ExactNumber("-0"),
      e: new ExactNumber("1e400"),
    });
  });

  it("reads strings with every escape", () => {
    expect(parseExact('"a\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\ud83d\\ude00é"')).toBe('a"\\/\b\f\n\r\tA😀é');
  });

  it.each([
    ["", "json-syntax"],
    ["NaN", "json-syntax"],
    ["Infinity", "json-syntax"],
    ["-", "json-syntax"],
    ["01", "json-syntax"],
    ["1.", "json-syntax"],
    [".5", "json-syntax"],
    ["+1", "json-syntax"],
    ["[1,]", "json-syntax"],
    ['{"a":1,}', "json-syntax"],
    ["{a:1}", "json-syntax"],
    ["'a'", "json-syntax"],
    ['"a\nb"', "json-syntax"],
    ['"\\x41"', "json-syntax"],
    ['"\\u00g0"', "json-syntax"],
    ['"abc', "json-syntax"],
    ["[1", "json-syntax"],
    ["tru", "json-syntax"],
    ["1 2", "json-syntax"],
    ["\ufeff1", "json-syntax"],
    ["\u00a01", "json-syntax"],
    ['"\\ud800"', "json-syntax"],
    ['"\\udc00\\ud800"', "json-syntax"],
    ['{"a":1,"a":1}', "json-duplicate-key"],
    ['{"__proto__":1,"__proto__":2}', "json-duplicate-key"],
    ['{"a":1,"\\u0061":1}', "json-duplicate-key"],
    [`${"[".repeat(33)}${"]".repeat(33)}`, "json-too-deep"],
    [`${'{"a":'.repeat(40)}1${"}".repeat(40)}`, "json-too-deep"],
  ])("refuses %j with %s", (text, code) => {
    expect(codeOf(() => parseExact(text))).toBe(code);
  });

  it.each([
    ["", 0],
    ['{"a":1 2', 7],
    ["{1:2}", 1],
    ['{"a" 1}', 5],
    ["[1 2]", 3],
    ["[nul]", 1],
    ["-", 0],
    ["1.x", 1],
    ["[1] 2", 4],
    ["1e+", 1],
  ])("says of %j where it stopped, and what it expected there", (text, offset) => {
    const details = { code: "json-syntax", offset, expected: expect.stringMatching(/\w/) };
    expect(failure(() => parseExact(text))).toEqual(details);
  });

  it("says where a key comes twice, and where it is too deep", () => {
    expect(failure(() => parseExact('{"a":1,"a":1}'))).toEqual({ code: "json-duplicate-key", offset: 7 });
    expect(failure(() => parseExact("[".repeat(33)))).toMatchObject({ code: "json-too-deep", limit: 32 });
  });

  it("an exact number is a number by the grammar, and no other text", () => {
    expect(`${new ExactNumber("1.10")}`).toBe("1.10");
    expect(JSON.stringify([new ExactNumber("1.10")])).toBe('["1.10"]');
    for (const text of ["", "01", "1.", "x", "1 ", "+1"]) {
      const refusal = { code: "value-invalid", path: "", rule: expect.stringMatching(/\w/) };
      expect(failure(() => new ExactNumber(text))).toEqual(refusal);
    }
  });

  it("accepts 32 levels", () => {
    expect(codeOf(() => parseExact(`${"[".repeat(32)}${"]".repeat(32)}`))).toBe("nothing thrown");
  });

  it("makes __proto__ an own property and changes no prototype", () => {
    const value = parseExact('{"__proto__":{"polluted":true},"a":1}') as Record<string, unknown>;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value)).toEqual(["__proto__", "a"]);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(value["polluted"]).toBeUndefined();
  });

  it("bounds the length of text and bytes", () => {
    const limits = { maxDepth: 32, maxLength: 4 };
    expect(codeOf(() => parseExact("12345", limits))).toBe("text-too-long");
    expect(codeOf(() => parseExactBytes(new Uint8Array(5), 0, 5, limits))).toBe("text-too-long");
    expect(parseExact("1234", limits)).toBe(1234);
    expect(parseExactBytes(Uint8Array.from(Buffer.from("xxx1234x")), 3, 7, limits)).toBe(1234);
  });

  it("refuses bytes that are no UTF-8, and a byte-order mark", () => {
    const parse = (...bytes: number[]): unknown => parseExactBytes(Uint8Array.from(bytes), 0, bytes.length);
    expect(codeOf(() => parse(0x22, 0xff, 0x22))).toBe("text-malformed");
    expect(codeOf(() => parse(0x22, 0xed, 0xa0, 0x80, 0x22))).toBe("text-malformed");
    expect(codeOf(() => parse(0xef, 0xbb, 0xbf, 0x31))).toBe("json-syntax");
    expect(parse(0x22, 0xc3, 0xa9, 0x22)).toBe("é");
  });
});

describe("writeOrdered", () => {
  it("writes keys in the order in which they stand, and leaves out undefined", () => {
    expect(writeOrdered({ amount: "0.01", symbol: "USDT", skipped: undefined, type: 0 })).toBe(
      '{"amount":"0.01","symbol":"USDT","type":0}',
    );
    expect(
      writeOrdered(
        new Map([
          ["2", 1n],
          ["1", 12875281286404369n],
        ]),
      ),
    ).toBe('{"2":1,"1":12875281286404369}');
    expect(writeOrdered([null, true, false, new ExactNumber("1.10"), 'a"b'])).toBe('[null,true,false,1.10,"a\\"b"]');
  });

  it("writes an object without a prototype, and one of another realm, as any other", () => {
    expect(writeOrdered(Object.assign(Object.create(null), { a: 1 }))).toBe('{"a":1}');
    expect(writeOrdered(runInNewContext("({ a: [1] })"))).toBe('{"a":[1]}');
  });

  it("refuses what has no JSON text, naming the path", () => {
    expect(codeOf(() => writeOrdered({ a: [Number.NaN] }))).toBe("value-invalid");
    expect(() => writeOrdered({ a: [0, Number.POSITIVE_INFINITY] })).toThrow(/a\[1\]/);
    for (const value of ["\ud800", Number.NaN, new Date(0), () => 1] as never[]) {
      const refusal = { code: "value-invalid", path: "a", rule: expect.stringMatching(/\w/) };
      expect(failure(() => writeOrdered({ a: value }))).toEqual(refusal);
    }
    expect(codeOf(() => writeOrdered({ "\udc00": 1 }))).toBe("value-invalid");
    expect(codeOf(() => writeOrdered(new Date(0) as never))).toBe("value-invalid");
    expect(codeOf(() => writeOrdered((() => 1) as never))).toBe("value-invalid");
    const loop: unknown[] = [];
    loop.push(loop);
    expect(codeOf(() => writeOrdered(loop as never))).toBe("value-invalid");
  });
});
