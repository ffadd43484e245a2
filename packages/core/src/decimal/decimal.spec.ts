import { describe, expect, it } from "vitest";
import { ProtocolError } from "../error/protocol-error.js";
import { failure } from "../record/failure.spec-kit.js";
import { compareDecimal, isMultipleOf } from "./compare-decimal.js";
import { decimalsOf, judgeDecimal, parseDecimal, readDecimal } from "./decimal.js";
import { dropDecimals, expandExponent, formatScaled, toScaled, trimDecimal } from "./format-decimal.js";

const nines = "9".repeat(38);

describe("decimals", () => {
  it("are read exactly", () => {
    expect(parseDecimal("47741.60")).toEqual({ digits: 4774160n, scale: 2 });
    expect(parseDecimal("-0.001")).toEqual({ digits: -1n, scale: 3 });
    expect(parseDecimal(nines)).toEqual({ digits: BigInt(nines), scale: 0 });
    expect(parseDecimal(`0.${nines}`)).toEqual({ digits: BigInt(nines), scale: 38 });
    expect(parseDecimal(`000${nines}`).digits).toBe(BigInt(nines));
  });

  it("are refused without a path: whoever asks knows it", () => {
    expect(failure(() => parseDecimal("x"))).toEqual({ code: "number-malformed", path: "" });
    expect(failure(() => parseDecimal(`1${nines}`))).toEqual({ code: "number-too-large", path: "" });
  });

  it.each(["", "-", ".", "1.", ".5", "+1", "1e3", " 1", "1 ", "0x1", "1,0", "--1", "NaN", "Infinity", "1.2.3", "١"])(
    "%j is malformed",
    (text) => {
      expect(judgeDecimal(text)).toBe("malformed");
      expect(readDecimal(text)).toBeUndefined();
      expect(() => parseDecimal(text)).toThrow(ProtocolError);
    },
  );

  it("of more than 38 digits are too large, and texts are bounded", () => {
    expect(judgeDecimal(`1${nines}`)).toBe("too-large");
    expect(judgeDecimal(`1.${nines}`)).toBe("too-large");
    expect(judgeDecimal(`${"0".repeat(200)}1`)).toBe("too-large");
    expect(() => parseDecimal(`1${nines}`)).toThrow(/number-too-large/);
  });

  it("are compared by value", () => {
    expect(compareDecimal("101.1", "101.10")).toBe(0);
    expect(compareDecimal("-0", "0.00")).toBe(0);
    expect(compareDecimal("9.9", "10")).toBe(-1);
    expect(compareDecimal("-9.9", "-10")).toBe(1);
    expect(compareDecimal("0.1", "0.09999999999999999999999999999999999999")).toBe(1);
  });

  it("know whether they are multiples of a unit", () => {
    expect(isMultipleOf("0.3", "0.1")).toBe(true);
    expect(isMultipleOf("0.35", "0.1")).toBe(false);
    expect(isMultipleOf("-0.0002", "0.0001000000")).toBe(true);
    expect(isMultipleOf("0", "0.1")).toBe(true);
    expect(isMultipleOf("0.1", "0")).toBe(false);
    expect(isMultipleOf("0", "0.00")).toBe(true);
  });

  it("lose decimals by cutting, not by rounding", () => {
    expect(dropDecimals("1.23456", 4)).toBe("1.2345");
    expect(dropDecimals("-1.99", 0)).toBe("-1");
    expect(dropDecimals("1.2", 4)).toBe("1.2");
    expect(dropDecimals("0.00009", 4)).toBe("0.0000");
    expect(dropDecimals("-0.00009", 4)).toBe("0.0000");
  });

  it("turn into scaled integers and back", () => {
    expect(toScaled("101.10", 1)).toBe(1011n);
    expect(toScaled("101.11", 1)).toBeUndefined();
    expect(toScaled("7", 3)).toBe(7000n);
    expect(formatScaled(1011, 1)).toBe("101.1");
    expect(formatScaled(5n, 4)).toBe("0.0005");
    expect(formatScaled(-5, 1)).toBe("-0.5");
    expect(formatScaled(-50, 0)).toBe("-50");
    expect(formatScaled(0, 2)).toBe("0.00");
  });

  it("know how many decimals they need", () => {
    expect(decimalsOf("101.10")).toBe(1);
    expect(decimalsOf("101.00")).toBe(0);
    expect(decimalsOf("100")).toBe(0);
    expect(trimDecimal("101.10")).toBe("101.1");
    expect(trimDecimal("5.000")).toBe("5");
    expect(trimDecimal("500")).toBe("500");
  });

  it("lose their exponent", () => {
    expect(expandExponent("1e-7")).toBe("0.0000001");
    expect(expandExponent("-1.5E+3")).toBe("-1500");
    expect(expandExponent("12.345e1")).toBe("123.45");
    expect(expandExponent("12.345e3")).toBe("12345");
    expect(expandExponent("0.5")).toBe("0.5");
    expect(expandExponent("1e400")).toBeUndefined();
    expect(expandExponent("1e-999")).toBeUndefined();
    expect(expandExponent("1e9999999999")).toBeUndefined();
    expect(expandExponent("x")).toBeUndefined();
  });
});
