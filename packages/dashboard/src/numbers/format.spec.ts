import { expect, it } from "vitest";
import { grouped, pairText, signed, spanText, sumText } from "./format.js";

const long = "12\u202f345\u202f678\u202f901\u202f234\u202f567\u202f890.123456789012345678";

it.each([
  ["1234567.10", 0, "1\u202f234\u202f567.10"],
  ["47741.6", 2, "47\u202f741.60"],
  ["-0.5", 0, "\u22120.5"],
  ["999", 0, "999"],
  ["12345678901234567890.123456789012345678", 0, long],
  ["none", 2, "none"],
])("%s with at least %i decimals: no digit is lost", (text, scale, shown) => {
  expect(grouped(text, scale)).toBe(shown);
  expect(grouped(text, scale).replaceAll("\u202f", "").replace("\u2212", "-")).toContain(text);
});

it("shows signs, spans and pairs", () => {
  expect([signed("1.5"), signed("-1.5"), signed("0.00")]).toEqual(["+1.5", "\u22121.5", "0.00"]);
  const spans = [12, 4_900, 61_000, -5].map(spanText);
  expect(spans).toEqual(["12\u202fms", "4\u202fs", "1\u202fmin", "0\u202fms"]);
  expect(pairText("4BTC_USDT")).toBe("BTC/USDT");
});

it("says where a sum is cut, and never cuts what counts", () => {
  expect(["9361.1580896635", "0.0119295825", "59.64", "-0.00000123456", "12"].map(sumText)).toEqual([
    "9\u202f361.1580…",
    "0.01192…",
    "59.64",
    "\u22120.000001234…",
    "12",
  ]);
});
