import { expect, it } from "vitest";
import { checkFaultPlan, checkFaultRule } from "./check-fault.js";
import { faultKinds, restFaultKinds } from "./fault.js";

const pushKeys = "kind, count, probability, ms, code, pair, channel, on, by, bits, bytes";
const restKeys = "kind, count, probability, ms, code, path, when, status, skewMs";
const [pushKinds, restKinds] = [Object.keys(faultKinds), Object.keys(restFaultKinds)];

/** The place and the rule of a refusal; nothing where the rule is taken. */
function refusalOf(rule: unknown): readonly unknown[] | undefined {
  try {
    checkFaultRule(rule, "at");
    return undefined;
  } catch (error) {
    const { code, details } = error as { code: string; details: { path: string; rule: string } };
    return [code, details.path, details.rule];
  }
}

it.each([...pushKinds, ...restKinds])("takes a rule of the kind %s alone", (kind) => {
  expect(checkFaultRule({ kind, count: undefined }, "at")).toEqual({ kind });
});

const push = { kind: "drop", pair: "4BTC_USDT", channel: "deals", on: "snapshots", count: 1_000_000, probability: 0 };
const rest = { kind: "late", path: "/v3", when: "after", count: 1, probability: 1, ms: 600_000, status: 599 };

it.each<[object]>([
  [push],
  [{ ...push, channel: "tag-price-kline", on: "updates", by: 255, bits: 10_000, bytes: 67_108_864, code: 4999 }],
  [{ kind: "corrupt", by: 1, bits: 1, bytes: 0, ms: 1, probability: 0.25 }],
  [rest],
  [{ ...rest, when: "before", status: 200, skewMs: -86_400_000, code: 1000 }],
  [{ kind: "clock-skew", skewMs: 86_400_000 }],
  [{ kind: "empty", status: 204 }],
  [{ kind: "refusal", code: 4003 }],
  [{ kind: "drop", pair: "x".repeat(256) }],
  ...["depth", "kline", "ticker", "private"].map((channel): [object] => [{ kind: "drop", channel }]),
  ...[1000, 1003, 1007, 1014, 3000, 4999].map((code): [object] => [{ kind: "close", code }]),
])("takes %j as it is", (rule) => {
  expect(checkFaultRule(rule, "at")).toEqual(rule);
});

/** Errors carry no more of a long list. */
const allKinds = expect.stringMatching(/^one of drop, duplicate, reorder, .*, black-hole, refuse, /);
const channels = "one of depth, kline, tag-price-kline, deals, ticker, private";

it.each<[unknown, string, unknown]>([
  [undefined, "at", "an object"],
  [null, "at", "an object"],
  ["drop", "at", "an object"],
  [[], "at", "an object"],
  [{}, "at.kind", allKinds],
  [{ kind: "toString" }, "at.kind", allKinds],
  [{ kind: 5 }, "at.kind", allKinds],
  [{ kind: "drop", path: "/v3" }, "at.path", `a key that this kind has: ${pushKeys}`],
  [{ kind: "late", pair: "a" }, "at.pair", `a key that this kind has: ${restKeys}`],
  [{ kind: "drop", count: 0 }, "at.count", "an integer from 1 to 1000000"],
  [{ kind: "drop", count: 1_000_001 }, "at.count", "an integer from 1 to 1000000"],
  [{ kind: "drop", count: 1.5 }, "at.count", "an integer from 1 to 1000000"],
  [{ kind: "drop", count: "1" }, "at.count", "an integer from 1 to 1000000"],
  [{ kind: "drop", probability: 1.1 }, "at.probability", "a number from 0 to 1"],
  [{ kind: "drop", probability: -0.1 }, "at.probability", "a number from 0 to 1"],
  [{ kind: "drop", probability: Number.NaN }, "at.probability", "a number from 0 to 1"],
  [{ kind: "delay", ms: 0 }, "at.ms", "an integer from 1 to 600000"],
  [{ kind: "gap", by: 256 }, "at.by", "an integer from 1 to 255"],
  [{ kind: "corrupt", bits: 10_001 }, "at.bits", "an integer from 1 to 10000"],
  [{ kind: "bomb", bytes: 67_108_865 }, "at.bytes", "an integer from 0 to 67108864"],
  [{ kind: "close", code: 5000 }, "at.code", "an integer from 1000 to 4999"],
  [{ kind: "html", status: 199 }, "at.status", "an integer from 200 to 599"],
  [{ kind: "html", status: 600 }, "at.status", "an integer from 200 to 599"],
  [{ kind: "clock-skew", skewMs: 86_400_001 }, "at.skewMs", "an integer from -86400000 to 86400000"],
  [{ kind: "drop", pair: 5 }, "at.pair", "a text"],
  [{ kind: "drop", pair: "x".repeat(257) }, "at.pair", "a text"],
  [{ kind: "drop", channel: "orders" }, "at.channel", channels],
  [{ kind: "drop", on: "both" }, "at.on", "one of updates, snapshots"],
  [{ kind: "late", when: "never" }, "at.when", "one of before, after"],
  ...[1004, 1005, 1006, 1015, 2999].map((code): [unknown, string, unknown] => [
    { kind: "close", code },
    "at.code",
    "a close code that may be sent",
  ]),
  [{ kind: "refusal", code: 1004 }, "at.code", "a code of the venue"],
  ...[204, 205, 304].map((status): [unknown, string, unknown] => [
    { kind: "http-error", status },
    "at.status",
    "a status whose answers have a body",
  ]),
])("refuses %j", (rule, path, words) => {
  expect(refusalOf(rule)).toEqual(["value-invalid", path, words]);
});

it("asks for no sendable code where nothing is closed", () => {
  expect(refusalOf({ kind: "drop", code: 1004 })).toBeUndefined();
});

it("takes a plan as one rule, a list, or either with its name", () => {
  const rule = { kind: "drop" };
  expect([rule, [rule], { faults: rule }, { faults: [rule] }].map(checkFaultPlan)).toEqual(
    Array.from({ length: 4 }, () => [rule]),
  );
  expect(checkFaultPlan([])).toEqual([]);
  const refused = (plan: unknown): unknown => {
    try {
      return checkFaultPlan(plan);
    } catch (error) {
      return (error as { details: unknown }).details;
    }
  };
  expect(refused({ faults: [], name: "x" })).toEqual({ path: "name", rule: "a known key" });
  expect(refused([rule, null])).toEqual({ path: "faults[1]", rule: "an object" });
  expect(refused(null)).toEqual({ path: "faults[0]", rule: "an object" });
});
