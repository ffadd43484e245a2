import { expect, it } from "vitest";
import {
  clockText,
  coinsOf,
  dateText,
  exactTime,
  grouped,
  pairText,
  signed,
  spanText,
  sumText,
  unknownText,
  zoneName,
} from "./format.js";

const long = "12\u202f345\u202f678\u202f901\u202f234\u202f567\u202f890.123456789012345678";

it.each([
  ["1234567.10", 0, "1\u202f234\u202f567.10"],
  ["47741.6", 2, "47\u202f741.60"],
  ["-0.5", 0, "\u22120.5"],
  ["999", 0, "999"],
  ["12345678901234567890.123456789012345678", 0, long],
  ["none", 2, "none"],
  ["+1234", 1, "+1\u202f234.0"],
  ["1.", 2, "1."],
  ["x1", 0, "x1"],
  ["1x", 0, "1x"],
  ["1.5x", 0, "1.5x"],
  ["100000", 0, "100\u202f000"],
])("%s with at least %i decimals: no digit is lost", (text, scale, shown) => {
  expect(grouped(text, scale)).toBe(shown);
  expect(grouped(text, scale).replaceAll("\u202f", "").replace("\u2212", "-")).toContain(text);
});

it("shows signs, spans and pairs", () => {
  const texts = ["1.5", "-1.5", "+1.5", "0.00", "0", "0.01", "10", "1-2"];
  const shown = ["+1.5", "\u22121.5", "+1.5", "0.00", "0", "+0.01", "+10", "+1-2"];
  expect(texts.map((text) => signed(text))).toEqual(shown);
  expect([signed("1.5", 3), signed("-1", 1)]).toEqual(["+1.500", "\u22121.0"]);
  expect([12, 999, 1_000, 4_900, 59_999, 60_000, 61_000, 3_600_000, 86_400_000, 200_000_000, -5].map(spanText)).toEqual(
    ["12 ms", "999 ms", "1 s", "4 s", "59 s", "1 min", "1 min", "1 h", "1 d", "2 d", "0 ms"].map((text) =>
      text.replace(" ", "\u202f"),
    ),
  );
  expect(["4BTC_USDT", "BTC_USDT", "1INCH_USDT", "4X2_USDT"].map(pairText)).toEqual([
    "BTC/USDT",
    "BTC/USDT",
    "INCH/USDT",
    "X2/USDT",
  ]);
  expect(["4BTC_USDT", "BTC2_EUR", "4BTC", ""].map(coinsOf)).toEqual([
    ["BTC", "USDT"],
    ["BTC2", "EUR"],
    ["BTC", ""],
    ["", ""],
  ]);
  expect(unknownText).toBe("–");
});

it("times are of the local zone, and hovering shows the exact moment", () => {
  const early = new Date(2026, 0, 2, 3, 4, 5, 6).getTime();
  const late = new Date(2026, 10, 29, 18, 52, 11, 987).getTime();
  expect([clockText(early), clockText(late)]).toEqual(["03:04:05", "18:52:11"]);
  expect([dateText(early), dateText(late)]).toEqual(["2026-01-02 03:04:05", "2026-11-29 18:52:11"]);
  expect(zoneName()).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  expect(exactTime(early)).toBe(`2026-01-02 03:04:05.006 ${zoneName()} · ${early}`);
  expect(exactTime(late)).toBe(`2026-11-29 18:52:11.987 ${zoneName()} · ${late}`);
});

it("says where a sum is cut, and never cuts what counts", () => {
  expect(
    [
      "9361.1580896635",
      "0.0119295825",
      "59.64",
      "-0.00000123456",
      "12",
      "1.00001",
      "1.0000",
      "10.00001",
      "0.0001",
      "+0.00012345",
    ].map(sumText),
  ).toEqual([
    "9\u202f361.1580…",
    "0.01192…",
    "59.64",
    "\u22120.000001234…",
    "12",
    "1.0000…",
    "1.0000",
    "10.0000…",
    "0.0001",
    "+0.0001234…",
  ]);
});
