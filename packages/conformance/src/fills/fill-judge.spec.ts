import { expect, it } from "vitest";
import { type Fill, isAllTold, judgeFills } from "./fill-judge.js";

const fill = (clientId: string, quantity = "1"): Fill => ({ clientId, price: "10", quantity });
const kindsOf = (told: readonly Fill[], truth: readonly Fill[], hasToldGap = false): readonly string[] =>
  judgeFills(told, truth, hasToldGap).map(({ kind }) => kind);

it("counts equal fills of one order each", () => {
  const two = [fill("1"), fill("1")];
  expect(kindsOf(two, two)).toEqual([]);
  expect(kindsOf([fill("1")], two)).toEqual(["fill-lost"]);
  expect(kindsOf(two, [fill("1")])).toEqual(["fill-doubled"]);
});

it("tells a loss that was announced from one that was not", () => {
  expect(kindsOf([], [fill("1")], true)).toEqual(["fill-missed"]);
});

it("finds fills that the venue does not have", () => {
  expect(kindsOf([fill("1", "2")], [fill("1", "1")])).toEqual(["fill-lost", "fill-invented"]);
});

it("knows when everything was told, whatever came beside it", () => {
  expect(isAllTold([fill("2"), fill("1")], [fill("1")])).toBe(true);
  expect(isAllTold([fill("1")], [fill("1"), fill("1")])).toBe(false);
});
