import { expect, it } from "vitest";
import { afterHearing, hasTradedMore, isFinished, type OrderState } from "./order-state.js";

const state = (status: string, dealQuantity: string, dealPrice = "1"): OrderState =>
  ({
    orderId: "1",
    pair: "4BTC_USDT",
    side: "open-long",
    price: "1",
    quantity: "2",
    status,
    dealQuantity,
    dealPrice,
  }) as never;

it.each([
  ["open", "0", "partly-filled", "1", "partly-filled 1"],
  ["partly-filled", "1", "open", "0", "partly-filled 1"],
  ["partly-filled", "1", "partly-filled", "1.5", "partly-filled 1.5"],
  ["partly-filled", "1.5", "partly-filled", "1", "partly-filled 1.5"],
  ["partly-filled", "1.5", "partly-cancelled", "1", "partly-cancelled 1.5"],
  ["open", "0", "partly-cancelled", "1", "partly-cancelled 1"],
  ["partly-cancelled", "1", "partly-filled", "1.5", "partly-cancelled 1.5"],
  ["cancelled", "0", "partly-cancelled", "1", "cancelled 1"],
  ["filled", "2", "cancelled", "0", "filled 2"],
  ["cancelled", "0", "open", "0", "cancelled 0"],
] as const)(
  "what is known as %s with %s traded is, once %s with %s was told, %s after",
  (status, dealt, told, more, known) => {
    const { status: left, dealQuantity } = afterHearing(state(status, dealt), state(told, more));
    expect(`${left} ${dealQuantity}`).toBe(known);
  },
);

it("what was traded keeps the price that it was told with", () => {
  expect(afterHearing(state("partly-filled", "1.5", "9"), state("filled", "1", "5"))).toMatchObject({
    status: "filled",
    dealPrice: "9",
  });
  expect(afterHearing(state("cancelled", "0", "0"), state("partly-filled", "1", "5"))).toMatchObject({
    status: "cancelled",
    dealPrice: "5",
  });
});

it("what says nothing newer leaves what is known as it is", () => {
  const known = state("partly-filled", "1");
  expect(afterHearing(known, state("partly-filled", "1", "8"))).toBe(known);
  expect(afterHearing(known, state("open", "0.5"))).toBe(known);
  const newer = state("partly-filled", "1.5");
  expect(afterHearing(known, newer)).toBe(newer);
  expect(hasTradedMore("1", known)).toBe(false);
});

it("nothing more happens to an order that is filled, cancelled or failed, and a status of tomorrow is not taken for such an end", () => {
  const statuses = ["filled", "cancelled", "partly-cancelled", "failed", "open", "partly-filled", "new-one"] as never[];
  expect(statuses.map(isFinished)).toEqual([true, true, true, true, false, false, false]);
});
