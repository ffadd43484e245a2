import { expect, it } from "vitest";
import type { Feed } from "../push/feed.js";
import type { FaultRule } from "./fault.js";
import { FaultPlan } from "./fault-plan.js";

const depth: Feed = { kind: "depth", pair: "A", period: "" };

function planOf(...rules: readonly FaultRule[]): FaultPlan {
  const plan = new FaultPlan(1);
  plan.add(...rules);
  return plan;
}

/** The kinds that so many messages of a feed suffer. */
function suffered(plan: FaultPlan, count: number, feed = depth): readonly (string | undefined)[] {
  return Array.from({ length: count }, () => plan.takeForMessage(feed, "updates")?.kind);
}

it("has each fault happen so often, in the order of the rules, one to a message", () => {
  const plan = planOf({ kind: "drop", count: 2 }, { kind: "delay" });
  expect(plan.pending()).toEqual([
    { kind: "drop", count: 2 },
    { kind: "delay", count: 1 },
  ]);
  expect(suffered(plan, 4)).toEqual(["drop", "drop", "delay", undefined]);
  expect(plan.pending()).toEqual([]);
  expect(plan.applied()).toEqual({ drop: 2, delay: 1 });
});

it("waits for messages of its pair, its channel and its kind", () => {
  const plan = planOf(
    { kind: "drop", pair: "B" },
    { kind: "cut", channel: "deals" },
    { kind: "close", on: "snapshots" },
    { kind: "duplicate" },
  );
  expect(plan.takeForMessage(depth, "updates")?.kind).toBe("duplicate");
  expect(plan.takeForMessage(depth, "updates")).toBeUndefined();
  expect(plan.takeForMessage({ ...depth, pair: "B" }, "updates")?.kind).toBe("drop");
  expect(plan.takeForMessage({ ...depth, kind: "deals" }, "updates")?.kind).toBe("cut");
  expect(plan.takeForMessage(depth, "snapshots")?.kind).toBe("close");
});

it("leaves to requests, connections and numbers what is theirs", () => {
  const plan = planOf(
    { kind: "late", path: "/a" },
    { kind: "html" },
    { kind: "clock-skew", skewMs: -5 },
    { kind: "refuse" },
    { kind: "gap", by: 3, pair: "A" },
    { kind: "gap" },
  );
  expect(suffered(plan, 1)).toEqual([undefined]);
  expect([plan.takeForRequest("/b")?.kind, plan.takeForRequest("/b"), plan.takeForRequest("/a")?.kind]).toEqual([
    "html",
    undefined,
    "late",
  ]);
  expect([plan.takeClockSkewMs(), plan.takeClockSkewMs()]).toEqual([-5, 0]);
  expect([plan.takeRefusal(), plan.takeRefusal()]).toEqual([true, false]);
  expect([plan.takeSeqStep("B"), plan.takeSeqStep("A"), plan.takeSeqStep("A")]).toEqual([2, 4, 1]);
  expect(plan.applied()).toEqual({ html: 1, late: 1, "clock-skew": 1, refuse: 1, gap: 2 });
});

it("shifts no clock where a rule does not say how far", () => {
  expect(planOf({ kind: "clock-skew" }).takeClockSkewMs()).toBe(0);
});

it("draws chances that can be repeated", () => {
  const draw = (): readonly boolean[] =>
    suffered(planOf({ kind: "drop", probability: 0.5, count: 1000 }), 60).map((kind) => kind !== undefined);
  expect(draw()).toEqual(draw());
  expect(new Set(draw())).toEqual(new Set([true, false]));
  expect(suffered(planOf({ kind: "drop", probability: 0 }), 20)).toEqual(Array.from({ length: 20 }));
});

it("takes rules back: those of one order, or all", () => {
  const plan = planOf({ kind: "drop" });
  const takeBack = plan.add({ kind: "cut" }, { kind: "close" });
  takeBack();
  expect(plan.pending()).toEqual([{ kind: "drop", count: 1 }]);
  plan.clear();
  expect(plan.pending()).toEqual([]);
  expect(suffered(plan, 1)).toEqual([undefined]);
});

it("goes back to what was to come, and leaves what was lent for a time", () => {
  const plan = planOf({ kind: "drop", count: 2 }, { kind: "delay" });
  const takeBack = plan.lend([{ kind: "cut", pair: "B" }]);
  const saved = plan.save();
  expect(suffered(plan, 3)).toEqual(["drop", "drop", "delay"]);
  plan.restore(saved);
  expect(plan.pending()).toEqual([
    { kind: "drop", count: 2 },
    { kind: "delay", count: 1 },
    { kind: "cut", pair: "B", count: 1 },
  ]);
  expect(plan.applied()).toEqual({});
  expect(suffered(plan, 1)).toEqual(["drop"]);
  plan.restore(saved);
  expect(suffered(plan, 3)).toEqual(["drop", "drop", "delay"]);
  takeBack();
  expect(plan.pending()).toEqual([]);
});

it("goes back with its chances", () => {
  const plan = planOf({ kind: "drop", probability: 0.5, count: 1000 });
  const saved = plan.save();
  const first = suffered(plan, 40);
  plan.restore(saved);
  expect(suffered(plan, 40)).toEqual(first);
});

it("refuses a rule that is none, with its place, and takes none of the others", () => {
  const plan = new FaultPlan(1);
  expect(() => plan.add({ kind: "drop" }, { kind: "drop", count: 0 })).toThrow(
    expect.objectContaining({ details: { path: "faults[1].count", rule: "an integer from 1 to 1000000" } }),
  );
  expect(plan.pending()).toEqual([]);
});
