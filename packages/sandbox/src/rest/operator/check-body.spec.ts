import { ExactNumber } from "@depthwire/core/internal";
import { maxCoins } from "@depthwire/exchange/internal";
import { describe, expect, it } from "vitest";
import { refusalBy } from "../../spec-support/refused.js";
import { checkAccountBody } from "./account-body.js";
import {
  checkAccount,
  checkAmount,
  checkChoice,
  checkDecimal,
  checkFlag,
  checkInteger,
  checkList,
  checkObject,
  checkText,
} from "./check-body.js";

describe("a value of a body", () => {
  it("may be an object with known keys", () => {
    const body = { a: 1, b: undefined };
    expect(checkObject(body, "at", ["a", "b", "c"])).toBe(body);
    for (const value of [null, undefined, 5, "a", [], new ExactNumber("1")]) {
      expect(refusalBy(() => checkObject(value, "at", []))).toEqual(["at", "an object"]);
    }
    expect(refusalBy(() => checkObject(body, "at", ["a"]))).toEqual(["at.b", "a known key"]);
  });

  it("may be a list of at most 1000 elements, each with its place, or absent", () => {
    const places = (value: unknown): readonly string[] => checkList(value, "at", (item, path) => `${path} ${item}`);
    expect(places(["x", "y"])).toEqual(["at[0] x", "at[1] y"]);
    expect(places(undefined)).toEqual([]);
    expect(places(Array.from({ length: 1000 }))).toHaveLength(1000);
    for (const value of [{}, "ab", null, Array.from({ length: 1001 })]) {
      expect(refusalBy(() => places(value))).toEqual(["at", "a list of at most 1000 elements"]);
    }
  });

  it("may be a text of 1 to 256 characters", () => {
    expect([checkText("a", "at"), checkText("a".repeat(256), "at").length]).toEqual(["a", 256]);
    for (const value of ["", "a".repeat(257), 5, undefined, ["a"]]) {
      expect(refusalBy(() => checkText(value, "at"))).toEqual(["at", "a text"]);
    }
  });

  it("may be one of some texts, or a truth value, or nothing", () => {
    expect(checkChoice("b", "at", ["a", "b"])).toBe("b");
    expect(refusalBy(() => checkChoice("c", "at", ["a", "b"]))).toEqual(["at", "one of a, b"]);
    expect([true, false, undefined].map((value) => checkFlag(value, "at"))).toEqual([true, false, undefined]);
    expect(refusalBy(() => checkFlag("true", "at"))).toEqual(["at", "true or false"]);
  });

  it("may be an integer within bounds", () => {
    expect([checkInteger(1, "at", 1, 3), checkInteger(3, "at", 1, 3)]).toEqual([1, 3]);
    for (const value of [0, 4, 1.5, "2", undefined]) {
      expect(refusalBy(() => checkInteger(value, "at", 1, 3))).toEqual(["at", "an integer from 1 to 3"]);
    }
    expect([checkAccount(1000), checkAccount(999_999_999_999)]).toEqual([1000, 999_999_999_999]);
    expect(refusalBy(() => checkAccount(999))).toEqual(["account", "an integer from 1000 to 999999999999"]);
    expect(refusalBy(() => checkAccount(1e12, "at"))?.[0]).toBe("at");
  });

  it("may be a decimal as text, and money within bounds, in or out", () => {
    expect(checkDecimal("-1.50", "at")).toBe("-1.50");
    for (const value of ["1e3", "", "1.", 1, undefined]) {
      expect(refusalBy(() => checkDecimal(value, "at"))).toEqual(["at", "a decimal as text"]);
      expect(refusalBy(() => checkAmount(value, "at"))).toEqual(["at", "a decimal as text"]);
    }
    const most = String(maxCoins);
    expect([checkAmount(most, "at"), checkAmount(`-${most}`, "at")]).toEqual([most, `-${most}`]);
    for (const value of [`${most}.1`, `-${most}.1`]) {
      expect(refusalBy(() => checkAmount(value, "at"))).toEqual(["at", `at most ${most}, in or out`]);
    }
  });
});

describe("what the operator wants of an account", () => {
  it("is nothing where nothing is said", () => {
    expect(checkAccountBody({})).toEqual({ funds: [], revokeKeys: [] });
  });

  it("is taken with its defaults", () => {
    expect(
      checkAccountBody({
        account: 1234,
        funds: [
          { coin: "USDT", amount: "1" },
          { coin: "A", amount: "-1", purse: "spot" },
        ],
        keys: [{}, { apiKey: "!~", apiSecret: "#[]", permissions: ["read"], addresses: ["::1", "127.0.0.1"] }],
        revokeKeys: ["old"],
        restricted: true,
        paysFeesInToken: false,
        cancelOnDisconnect: true,
        refusals: [{ code: 4000 }, { code: 4003, operations: ["a"], count: 1_000_000 }],
      }),
    ).toEqual({
      account: 1234,
      funds: [
        { coin: "USDT", amount: "1", purse: "contract" },
        { coin: "A", amount: "-1", purse: "spot" },
      ],
      keys: [
        { permissions: ["read", "trade", "withdraw"], addresses: [] },
        { apiKey: "!~", apiSecret: "#[]", permissions: ["read"], addresses: ["::1", "127.0.0.1"] },
      ],
      revokeKeys: ["old"],
      restricted: true,
      paysFeesInToken: false,
      cancelOnDisconnect: true,
      refusals: [{ code: 4000 }, { code: 4003, operations: ["a"], count: 1_000_000 }],
    });
  });

  const visible = "visible ASCII characters without quote and backslash";
  const ofTable = "a code of the error table or of the field notes";

  it.each<[object, string, string]>([
    [{ funds: [5] }, "funds[0]", "an object"],
    [{ funds: [{ coin: "USDT", amount: "1", to: "spot" }] }, "funds[0].to", "a known key"],
    [{ funds: [{ amount: "1" }] }, "funds[0].coin", "a coin's symbol"],
    [{ funds: [{ coin: "usdt", amount: "1" }] }, "funds[0].coin", "a coin's symbol"],
    [{ funds: [{ coin: "1A", amount: "1" }] }, "funds[0].coin", "a coin's symbol"],
    [{ funds: [{ coin: "A-", amount: "1" }] }, "funds[0].coin", "a coin's symbol"],
    [{ funds: [{ coin: "A".repeat(17), amount: "1" }] }, "funds[0].coin", "a coin's symbol"],
    [{ funds: [{ coin: "USDT" }] }, "funds[0].amount", "a decimal as text"],
    [
      { funds: [{ coin: "USDT", amount: "1", purse: "x" }] },
      "funds[0].purse",
      "one of contract, wallet, spot, promotion",
    ],
    [{ keys: [{ key: "a" }] }, "keys[0].key", "a known key"],
    [{ keys: [{ apiKey: 'a"' }] }, "keys[0].apiKey", visible],
    [{ keys: [{ apiKey: "a\\" }] }, "keys[0].apiKey", visible],
    [{ keys: [{ apiSecret: " a" }] }, "keys[0].apiSecret", visible],
    [{ keys: [{ apiSecret: "é" }] }, "keys[0].apiSecret", visible],
    [{ keys: [{ permissions: ["all"] }] }, "keys[0].permissions[0]", "one of read, trade, withdraw"],
    [{ keys: [{ addresses: ["localhost"] }] }, "keys[0].addresses[0]", "an IP address"],
    [{ revokeKeys: [5] }, "revokeKeys[0]", "a text"],
    [{ restricted: 1 }, "restricted", "true or false"],
    [{ paysFeesInToken: 1 }, "paysFeesInToken", "true or false"],
    [{ cancelOnDisconnect: 1 }, "cancelOnDisconnect", "true or false"],
    [{ refusals: [{}] }, "refusals[0].code", "an integer from 1 to 9999"],
    [{ refusals: [{ code: 9999 }] }, "refusals[0].code", ofTable],
    [{ refusals: [{ code: 4000, operations: [5] }] }, "refusals[0].operations[0]", "a text"],
    [{ refusals: [{ code: 4000, count: 0 }] }, "refusals[0].count", "an integer from 1 to 1000000"],
    [{ refusals: [{ code: 4000, often: 1 }] }, "refusals[0].often", "a known key"],
  ])("is refused with its place and what it must be: %j", (body, place, rule) => {
    expect(refusalBy(() => checkAccountBody(body as Readonly<Record<string, unknown>>))).toEqual([place, rule]);
  });
});
