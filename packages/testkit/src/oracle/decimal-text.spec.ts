import { expect, test } from "vitest";
import { canonicalDecimal, compareByValue, readDecimal } from "./decimal-text.js";

function decimal(text: string) {
  const value = readDecimal(text);
  if (value === undefined) {
    throw new Error(`no decimal: ${text}`);
  }
  return value;
}

test.each([
  ["0", 0n, 0],
  ["-0", 0n, 0],
  ["007", 7n, 0],
  ["-12.340", -12340n, 3],
  ["0.05", 5n, 2],
  ["-0.5", -5n, 1],
  ["123456789012345678901234567890.1", 1234567890123456789012345678901n, 1],
])("%s is read to its last digit", (text, digits, scale) => {
  expect(readDecimal(text)).toEqual({ digits, scale });
});

test.each([
  "",
  "-",
  ".",
  "1.",
  ".5",
  "-.5",
  "+1",
  "1e2",
  "1.2.3",
  "1,5",
  " 1",
  "1 ",
  "1\n",
  "0x1",
  "--1",
  "x1",
  "1x",
  "1.x",
])("%j is no decimal", (text) => {
  expect(readDecimal(text)).toBeUndefined();
});

test.each([
  ["1", "1.00", 0],
  ["1.00", "1", 0],
  ["-0", "0.0", 0],
  ["0.9", "1", -1],
  ["1", "0.99", 1],
  ["-1", "1", -1],
  ["-1.01", "-1.001", -1],
  ["10", "9.999", 1],
  ["9007199254740993.1", "9007199254740993.2", -1],
])("%s against %s by value", (left, right, order) => {
  expect(compareByValue(decimal(left), decimal(right))).toBe(order);
});

test.each([
  ["0", "0"],
  ["-0", "0"],
  ["-0.00", "0"],
  ["0.0", "0"],
  ["007", "7"],
  ["10", "10"],
  ["100.0", "100"],
  ["101.10", "101.1"],
  ["0.050", "0.05"],
  ["-0.50", "-0.5"],
  ["-12.034", "-12.034"],
  ["00.100100", "0.1001"],
])("the one text of %s is %s", (text, canonical) => {
  expect(canonicalDecimal(decimal(text))).toBe(canonical);
});
