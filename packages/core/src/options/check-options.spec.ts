import { describe, expect, it } from "vitest";
import { looksSecret } from "../redaction/secret-text.js";
import { Credential } from "../signing/credential.js";
import {
  abortSignal,
  callback,
  checkOptions,
  decimalText,
  either,
  flag,
  numberAbove0,
  numberFrom0,
  type OptionRule,
  objectWith,
  oneOf,
  required,
  someText,
  wholeFrom,
} from "./check-options.js";

const named = (option: string, rule: string) =>
  expect.objectContaining({ code: "option-invalid", details: { option, rule } });

describe("a rule for an option", () => {
  const nothing = [undefined, null, {}, [], Number.NaN];
  it.each<[string, OptionRule, readonly unknown[], readonly unknown[]]>([
    ["flag", flag, [true, false], ["true", 0, 1, ...nothing]],
    ["someText", someText, ["a", " "], ["", 1, true, ...nothing]],
    ["decimalText", decimalText, ["0", "10", "1.50"], ["", ".5", "1.", "-1", "1e3", 1, ...nothing]],
    ["numberAbove0", numberAbove0, [1, 0.1], [0, -1, "1", Number.POSITIVE_INFINITY, ...nothing]],
    ["numberFrom0", numberFrom0, [0, 0.1], [-1, "1", Number.POSITIVE_INFINITY, ...nothing]],
    ["callback", callback, [() => undefined], ["f", 1, ...nothing]],
    ["abortSignal", abortSignal, [new AbortController().signal], [{ aborted: false }, "signal", ...nothing]],
    ["oneOf", oneOf("a", "b"), ["a", "b"], ["c", "a or b", ...nothing]],
    ["wholeFrom 2", wholeFrom(2), [2, 3, Number.MAX_SAFE_INTEGER], [1, 2.5, "2", ...nothing]],
    ["wholeFrom 2 to 4", wholeFrom(2, 4), [2, 4], [1, 5, ...nothing]],
    ["objectWith", objectWith("get", "set"), [new Map()], [new Set(), { get: 1, set: 2 }, "get", ...nothing]],
    ["either", either(wholeFrom(1), "all"), [1, "all"], [0, "none", ...nothing]],
  ])("%s", (_, { holds }, good, bad) => {
    expect(good.filter((value) => !holds(value))).toEqual([]);
    expect(bad.filter((value) => holds(value))).toEqual([]);
  });
});

describe("a caller's options", () => {
  const table = { limit: wholeFrom(1, 9), retry: { times: wholeFrom(0) }, mode: required(oneOf("a", "b")) };

  it("are taken where every value fits its row; what is undefined has a default", () => {
    expect(() => checkOptions(undefined, table)).not.toThrow();
    expect(() => checkOptions({ mode: "a", limit: 9, retry: { times: 0 } }, table)).not.toThrow();
    expect(() => checkOptions({ mode: "b", limit: undefined, retry: undefined }, table)).not.toThrow();
  });

  it.each<[unknown, string, string]>([
    ["mode", "options", "an object of options"],
    [null, "options", "an object of options"],
    [[], "options", "an object of options"],
    [{}, "mode", "a or b"],
    [{ mode: undefined }, "mode", "a or b"],
    [{ mode: "a", limits: 1 }, "limits", "one of limit, retry, mode"],
    [{ mode: "a", toString: 1 }, "toString", "one of limit, retry, mode"],
    [{ mode: "a", limit: 10 }, "limit", "an integer from 1 to 9"],
    [{ mode: "a", retry: 1 }, "retry", "an object of options"],
    [{ mode: "a", retry: { times: -1 } }, "retry.times", "an integer from 0"],
  ])("%j is refused by name and rule", (given, option, rule) => {
    expect(() => checkOptions(given, table)).toThrow(named(option, rule));
  });

  it("of an option are named with it in front", () => {
    expect(() => checkOptions(1, { times: wholeFrom(0) }, "retry")).toThrow(named("retry", "an object of options"));
    expect(() => checkOptions({ times: -1 }, { times: wholeFrom(0) }, "retry")).toThrow(
      named("retry.times", "an integer from 0"),
    );
  });
});

it("what is no credential is refused as one, and an address with a password looks secret", () => {
  for (const value of [undefined, "key", { apiKey: "a", apiSecret: "b" }, { sign: () => "" }]) {
    expect(() => Credential.checked(value)).toThrow(expect.objectContaining({ code: "credential-invalid" }));
  }
  expect(looksSecret("wss://somebody:word@stream.example/cbu")).toBe(true);
  expect(looksSecret("wss://stream.example/cbu")).toBe(false);
});
