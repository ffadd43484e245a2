import type { OrderStatus, PlanStatus } from "@depthwire/schema";
import { describe, expect, test } from "vitest";
import { isLatePlan, judgeOrder } from "./order-progress.js";
import { as, shortOrder } from "./scripted-records.spec-kit.js";

const order = (status: OrderStatus, dealQuantity = "0") => ({
  ...shortOrder({
    id: "1",
    pair: "4BTC_USDT",
    side: "open-long",
    quantity: 9,
    createdAtMs: 1,
    updatedAtMs: 1,
    status,
    fills: [],
  }),
  dealQuantity: as<ReturnType<typeof shortOrder>["quantity"]>(dealQuantity),
});

describe("an order's status", () => {
  test.each<[OrderStatus, OrderStatus]>([
    ["open", "partly-filled"],
    ["open", "filled"],
    ["partly-filled", "filled"],
    ["open", "cancelled"],
    ["partly-filled", "partly-cancelled"],
    ["open", "failed"],
  ])("goes on from %s to %s and not back", (before, after) => {
    expect(judgeOrder(order(before), order(after))).toBe("newer");
    expect(judgeOrder(order(after), order(before))).toBe("late");
  });

  test.each<[OrderStatus, OrderStatus]>([
    ["filled", "partly-cancelled"],
    ["cancelled", "failed"],
    ["filled", "unknown:7"],
  ])("stays %s when %s is told", (before, after) => {
    expect(judgeOrder(order(before), order(after))).toBe("late");
  });

  test("only grows in what was traded within one status", () => {
    expect(judgeOrder(order("partly-filled", "3"), order("partly-filled", "4"))).toBe("newer");
    expect(judgeOrder(order("partly-filled", "3"), order("partly-filled", "2"))).toBe("late");
    expect(judgeOrder(order("partly-filled", "3"), order("partly-filled", "3.00"))).toBe("same");
  });

  test("a message that leaves something out does not take it away", () => {
    const { source: _, ...withoutSource } = order("open");
    expect(judgeOrder(order("open"), withoutSource)).toBe("same");
  });
});

test.each<[PlanStatus, PlanStatus, boolean]>([
  ["waiting", "triggered", false],
  ["triggered", "waiting", true],
  ["cancelled", "counterpart-triggered", true],
])("a plan order that is %s: is %s too late? %s", (before, after, isLate) => {
  expect(isLatePlan(before, after)).toBe(isLate);
});
