import type { Command } from "@depthwire/exchange";
import { describe, expect, it } from "vitest";
import { commandAsRead, commandText, pageText, readPage, returnText } from "./page-text.js";

const credit = { kind: "credit", account: 100_001, coin: "USDT", amount: "5", purse: "contract" } as Command;
const tick = { kind: "tick" } as Command;

it("writes a tick as its time, any other command with it, and reads them back", () => {
  expect(commandText(tick, 5)).toBe("5");
  expect(commandText(credit, 7)).toBe(`[7,${JSON.stringify(credit)}]`);
  const page = pageText([commandText(tick, 5), commandText(credit, 7)]);
  expect(page).toBe(`[5,[7,${JSON.stringify(credit)}]]`);
  expect(readPage(page)).toEqual([
    { at: 5, command: tick },
    { at: 7, command: credit },
  ]);
});

it("writes that the exchange went back as a page of its own", () => {
  expect(returnText(12)).toBe('[{"backTo":12}]');
  expect(readPage(returnText(12))).toEqual([{ backTo: 12 }]);
});

it("throws at what is no page", () => {
  expect(() => readPage("[5")).toThrow(SyntaxError);
  expect(() => readPage("5")).toThrow(TypeError);
});

describe("a command as it will be read again", () => {
  const asRead = (command: object): unknown => commandAsRead(command as Command, commandText(command as Command, 1));

  it("is a tick itself, and a copy of what has plain fields", () => {
    expect(commandAsRead(tick, "5")).toBe(tick);
    const plain = { kind: "x", text: "a", flag: false, number: -1.5 };
    expect(asRead(plain)).toEqual(plain);
    expect(asRead(plain)).not.toBe(plain);
  });

  it.each<[string, object, object]>([
    ["no key without a value", { kind: "x", gone: undefined }, { kind: "x" }],
    ["no number that JSON does not know", { kind: "x", a: Number.NaN, b: Infinity }, { kind: "x", a: null, b: null }],
    ["no zero below zero", { kind: "x", a: -0 }, { kind: "x", a: 0 }],
    ["lists and objects of its own", { kind: "x", a: [1, undefined] }, { kind: "x", a: [1, null] }],
    ["null", { kind: "x", a: null }, { kind: "x", a: null }],
  ])("has %s", (_what, command, read) => {
    expect(asRead(command)).toStrictEqual(read);
  });

  it("has no prototype of somebody's own", () => {
    class Strange {
      readonly kind = "x";
      toJSON(): object {
        return { kind: "y" };
      }
    }
    expect(asRead(new Strange())).toEqual({ kind: "y" });
  });
});
