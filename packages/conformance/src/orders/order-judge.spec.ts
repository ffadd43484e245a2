import { expect, it } from "vitest";
import type { OrderState } from "../client/client-line.js";
import { judgeOrder } from "./order-judge.js";

it.each([
  ["placed", 1, []],
  ["rejected", 0, []],
  ["not-placed", 0, []],
  ["placed", 0, ["order-invented"]],
  ["placed", 2, ["order-doubled"]],
  ["rejected", 1, ["order-denied"]],
  ["not-placed", 2, ["order-doubled", "order-denied"]],
  ["unknown", 0, ["order-unknown"]],
  ["unknown", 1, ["order-unknown"]],
  [undefined, 1, ["order-unanswered"]],
] as const satisfies readonly (readonly [OrderState | undefined, number, readonly string[]])[])(
  "%s, where the venue has %d",
  (state, placed, kinds) => {
    expect(judgeOrder("1", state, placed).map(({ kind }) => kind)).toEqual(kinds);
  },
);
