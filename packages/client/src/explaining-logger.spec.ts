import { expect, it } from "vitest";
import { explainingLogger } from "./explaining-logger.js";

const gap = { pair: "4BTC_USDT", reason: "gap" };

it.each([
  ["book-status", gap, { ...gap, meaning: "seq stepped by more than 1: an update is missing" }],
  ["book-status", { pair: "4BTC_USDT" }, { pair: "4BTC_USDT" }],
  ["book-status", { reason: 5 }, { reason: 5 }],
  ["book-status", { reason: "of-another-kind" }, { reason: "of-another-kind" }],
  ["trading-halted", gap, gap],
])("%s %j is logged as %j", (event, fields, logged) => {
  const lines: unknown[] = [];
  explainingLogger({ log: (...line) => void lines.push(line) }).log("warn", event, fields);
  expect(lines).toStrictEqual([["warn", event, logged]]);
});
