import type { ExchangeState } from "@depthwire/exchange/internal";
import { expect, it } from "vitest";
import { SnapshotPolicy, sizeOf } from "./snapshot-policy.js";

/** Whether a snapshot is due after commands that took so long. */
function isDueAfter(policy: SnapshotPolicy, ms: number): boolean {
  policy.begin();
  policy.spend(ms);
  return policy.isDue;
}

it("is due when carrying out again what came since would take as long as was asked for, reading included", () => {
  const policy = new SnapshotPolicy(10);
  expect([policy.isDue, policy.isWorthwhile]).toEqual([false, false]);
  policy.spend(5);
  policy.spend(4.99);
  expect([policy.isDue, policy.isWorthwhile]).toEqual([false, true]);
  policy.spend(0);
  policy.spend(0);
  expect(policy.isDue).toBe(true);
  policy.begin();
  expect([policy.isDue, policy.isWorthwhile]).toEqual([false, false]);
});

it("waits four times as long as writing takes, never less than was asked for, never more than four times that", () => {
  const policy = new SnapshotPolicy(100);
  policy.took(50);
  expect([isDueAfter(policy, 199), isDueAfter(policy, 200)]).toEqual([false, true]);
  policy.took(1);
  expect([isDueAfter(policy, 99), isDueAfter(policy, 100)]).toEqual([false, true]);
  policy.took(10_000);
  expect([isDueAfter(policy, 399), isDueAfter(policy, 400)]).toEqual([false, true]);
});

it("is due at once where the last one could not be taken", () => {
  const policy = new SnapshotPolicy(100);
  policy.begin();
  policy.again();
  expect(policy.isDue).toBe(true);
});

it("counts a venue in waiting orders: users and markets for several", () => {
  const sized = (openOrders: number, plans: number, users: number, markets: number): number =>
    sizeOf({
      openOrders: { size: openOrders },
      plans: { size: plans },
      users: { size: users },
      markets: { size: markets },
    } as unknown as ExchangeState);
  expect([sized(3, 0, 0, 0), sized(0, 3, 0, 0), sized(0, 0, 3, 0), sized(0, 0, 0, 3)]).toEqual([3, 3, 15, 120]);
  expect(sized(1, 10, 100, 1000)).toBe(40_511);
});
