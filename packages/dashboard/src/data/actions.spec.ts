import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { assertive, polite } from "../shell/announcements.js";
import { emptyPage, order, statusOf } from "../spec-support/desk-scene.js";
import { fakeAccelerator, refusal } from "../spec-support/fake-accelerator.js";
import { account as richAccount } from "../spec-support/ticket-scene.js";
import {
  cancelAll,
  cancelling,
  cancelOrder,
  cancelPlan,
  flatten,
  followActions,
  halt,
  haltOutcome,
  haltReport,
  notice,
  resume,
  setBacking,
} from "./actions.js";
import { account, drain, status } from "./desk.js";

beforeAll(followActions);
beforeEach(emptyPage);
afterEach(() => {
  vi.useRealTimers();
});
// Nobody else's page is followed.
afterAll(() => {
  vi.resetModules();
});

function happen(event: string, data: object): void {
  drain([JSON.stringify({ event, data })], 0, () => undefined);
}

it("a halt asks nothing, and says that it was asked for before any answer", async () => {
  const asked = fakeAccelerator(() => ({}));
  const halting = halt();
  expect(assertive.value).toBe("HALT asked for");
  await halting;
  expect(asked).toMatchObject([
    { what: "POST /halt", body: { reason: "by hand, in the dashboard", scope: "account" } },
  ]);
  expect(notice.value).toBeUndefined();
});

it("a halt that was not taken is said aloud, and stays on the page", async () => {
  fakeAccelerator(() => undefined);
  await halt();
  const words = "The halt was not taken: The accelerator did not answer";
  expect(notice.value).toEqual({ kind: "failed", words });
  expect([assertive.value, polite.value]).toEqual([words, ""]);
});

it("trading goes on when the accelerator says so, and not before", async () => {
  haltReport.value = { sinceMs: 1, before: [] };
  fakeAccelerator(() => refusal(403, "read-only", "Nothing may be changed"));
  await resume();
  expect(haltReport.value).toBeDefined();
  expect(notice.value).toEqual({ kind: "failed", words: "Trading was not resumed: Nothing may be changed" });
  const asked = fakeAccelerator(() => ({}));
  await resume();
  expect(asked.map(({ what }) => what)).toEqual(["DELETE /halt"]);
  expect(haltReport.value).toBeUndefined();
  expect(assertive.value).toBe("Trading goes on");
});

it("an order that is asked to be cancelled is shown so until it is gone, or until the wish was refused", async () => {
  const asked = fakeAccelerator(({ what }) =>
    what === "DELETE /orders/a%2F1" ? {} : refusal(404, "not-found", "There is none"),
  );
  const cancels = [cancelOrder("a/1"), cancelOrder("b")];
  expect(cancelling.value).toEqual(new Set(["a/1", "b"]));
  await Promise.all(cancels);
  expect(asked.map(({ what }) => what)).toEqual(["DELETE /orders/a%2F1", "DELETE /orders/b"]);
  expect(cancelling.value).toEqual(new Set(["a/1"]));
  expect(notice.value).toEqual({ kind: "failed", words: "Order b was not cancelled: There is none" });
  happen("order", { order: order({ orderId: "a/1" }) });
  happen("order", { order: order({ orderId: "other", status: "cancelled" }) });
  happen("order", {});
  happen("fill", { order: order({ orderId: "a/1", status: "cancelled" }) });
  expect(cancelling.value).toEqual(new Set(["a/1"]));
  happen("order", { order: order({ orderId: "a/1", status: "cancelled" }) });
  expect(cancelling.value).toEqual(new Set());
});

it("what has ended without a wish to cancel it changes nothing", () => {
  const before = cancelling.value;
  happen("order", { order: order({ status: "cancelled" }) });
  expect(cancelling.value).toBe(before);
});

it("all orders are cancelled pair by pair, and each pair that failed is told", async () => {
  account.value = {
    ...richAccount,
    orders: [order({ orderId: "1" }), order({ orderId: "2", pair: "4ETH_USDT" }), order({ orderId: "3" })],
  };
  cancelling.value = new Set(["0"]);
  const asked = fakeAccelerator(({ body }) =>
    JSON.stringify(body).includes("ETH") ? refusal(500, "x", "Not now") : {},
  );
  await cancelAll();
  expect(asked.map(({ what, body }) => [what, body])).toEqual([
    ["DELETE /orders", { pair: "4BTC_USDT" }],
    ["DELETE /orders", { pair: "4ETH_USDT" }],
  ]);
  expect(cancelling.value).toEqual(new Set(["0", "1", "2", "3"]));
  expect(notice.value?.words).toBe("Orders of 4ETH_USDT were not all cancelled: Not now");
});

it("nothing is asked where nothing is known to be open", async () => {
  const asked = fakeAccelerator(() => ({}));
  await cancelAll();
  expect([asked, cancelling.value]).toEqual([[], new Set()]);
});

it.each([
  [{ state: 0 }, undefined],
  [{ state: 7, msg: "gone" }, "Plan order 9 was not cancelled: gone"],
  [{ state: 7 }, "Plan order 9 was not cancelled: 7"],
  [undefined, "Plan order 9 was not cancelled: The accelerator did not answer"],
])("a plan order is cancelled by the documented path: %o", async (answer, words) => {
  const asked = fakeAccelerator(() => answer);
  await cancelPlan("9");
  expect(asked).toMatchObject([{ what: "POST /v3/cbu/order/planClose", body: { order_id: "9" } }]);
  expect(notice.value).toEqual(words && { kind: "failed", words });
});

it("what closing every position came to is told", async () => {
  const asked = fakeAccelerator(() => ({ orders: [1, 2], left: [3] }));
  await flatten();
  expect(asked.map(({ what }) => what)).toEqual(["POST /flatten"]);
  const words = "2 closing orders sent, 1 positions left";
  expect(notice.value).toEqual({ kind: "done", words });
  expect([polite.value, assertive.value]).toEqual([words, ""]);
  fakeAccelerator(() => undefined);
  await flatten();
  expect(notice.value).toEqual({
    kind: "failed",
    words: "Positions were not closed: The accelerator did not answer",
  });
});

it.each([
  ["fixed", { state: 0 }, true, undefined],
  ["cross", { state: 0 }, true, undefined],
  ["fixed", { state: 3, msg: "too much" }, false, "Leverage was not changed: too much"],
  ["cross", { state: 3 }, false, "Leverage was not changed: 3"],
  ["cross", undefined, false, "Leverage was not changed: The accelerator did not answer"],
] as const)("what backs positions is set to %s: %o", async (mode, answer, isDone, words) => {
  const asked = fakeAccelerator(() => answer);
  expect(await setBacking("4BTC_USDT", { mode, long: "5", short: "6" })).toBe(isDone);
  expect(asked).toMatchObject([
    {
      what: "POST /v3/cbu/changeMode",
      body: { pair: "4BTC_USDT", mode: mode === "fixed" ? 2 : 1, leverage_long: "5", leverage_short: "6" },
    },
  ]);
  expect(notice.value).toEqual(words && { kind: "failed", words });
});

it("a halt is followed, whoever called it", () => {
  vi.useFakeTimers({ now: 5_000 });
  account.value = { ...richAccount, orders: [order({ orderId: "1" }), order({ orderId: "2" })] };
  status.value = statusOf({ halt: { reason: "loss limit", sinceMs: 4_000, scope: "account", isReached: false } });
  happen("halted", {});
  expect(haltReport.value).toEqual({ sinceMs: 5_000, before: account.value?.orders });
  expect(assertive.value).toBe("Trading is halted: loss limit");
  happen("halt-reached", {});
  expect(assertive.value).toBe("The halt is complete. Orders cancelled: 2");
});

it("a halt of which nothing else is known is told as well", () => {
  status.value = statusOf();
  happen("halt-reached", {});
  expect(assertive.value).toBe("The halt is complete. Orders cancelled: 0");
  expect(haltReport.value).toBeUndefined();
  happen("halted", {});
  expect(haltReport.value?.before).toEqual([]);
  expect(assertive.value).toBe("Trading is halted: asked for");
  assertive.value = "";
  status.value = undefined;
  happen("halted", {});
  expect(assertive.value).toBe("Trading is halted: asked for");
});

it("of a halt's orders some are gone, and some still open", () => {
  const before = [order({ orderId: "1" }), order({ orderId: "2" }), order({ orderId: "3" })];
  const open = [order({ orderId: "2" }), order({ orderId: "9" })];
  expect(haltOutcome({ sinceMs: 0, before }, open)).toEqual({ cancelled: 2, open: 1 });
  expect(haltOutcome({ sinceMs: 0, before: [] }, open)).toEqual({ cancelled: 0, open: 0 });
});
