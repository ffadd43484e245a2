import { describe, expect, it } from "vitest";
import type { CallVerdict } from "../internal.js";
import {
  type KeptPlan,
  type MoneyVenue,
  type MoneyWorld,
  moneyVenue,
  movesMoney,
} from "../spec-kit/money-venue.spec-kit.js";

/** What a call leaves behind is found at the first look, or never. */
const soon = { toleranceMs: 1_000, marginMs: 0 };
const done = { kind: "done", result: undefined };
const other = { kind: "unknown", reason: "other-movement" };

/** What is found after a call was cut off that has, or something else that has, left this behind. */
async function foundAfter(
  act: (world: MoneyWorld) => void,
  make: (venue: MoneyVenue) => Promise<CallVerdict<unknown>>,
  before: Partial<MoneyWorld> = {},
): Promise<CallVerdict<unknown>> {
  const venue = moneyVenue(act, (request) => (movesMoney(request) ? "lost" : "answered"));
  Object.assign(venue.world, before);
  return venue.settle(make(venue));
}

describe("a plan order is found", () => {
  const plan = {
    pair: "4BTC_USDT",
    price: "1",
    triggerPrice: "70000",
    quantity: "1",
    side: "long",
    plan: "take-profit",
    type: "limit",
  } as const;
  const make = ({ client }: MoneyVenue) => client.careful.placePlanOrder(plan, soon);
  const listed = (extra: KeptPlan["other"], trigger = "70000") =>
    foundAfter((world) => world.plans.unshift({ id: 7, trigger, other: extra ?? {} }), make);

  it("by all that it says", async () => {
    expect(await listed({})).toMatchObject({ kind: "done", result: { orderId: "7", triggerPrice: "70000" } });
    expect(await listed({ q: "1.000" }, "70000.00")).toMatchObject({ kind: "done" });
  });

  it.each([
    ["pair", { pi: "4ETH_USDT" }],
    ["side", { sd: 2 }],
    ["kind", { pt: 2 }],
    ["type", { bt: 1 }],
    ["quantity", { q: "1.1" }],
    ["trigger", { tp: "70000.1" }],
  ])("not in one of another %s", async (_, extra) => {
    expect(await listed(extra)).toEqual({ kind: "not-done" });
  });

  it("not in one that waited before, which hides no new one", async () => {
    const old = { id: 6, trigger: "70000" };
    expect(await foundAfter(() => undefined, make, { plans: [old] })).toEqual({ kind: "not-done" });
    const both = await foundAfter((world) => world.plans.push({ id: 7, trigger: "70000" }), make, { plans: [old] });
    expect(both).toMatchObject({ kind: "done", result: { orderId: "7" } });
  });

  const closed = (closing: Partial<MoneyWorld["closings"][number]>, closings: MoneyWorld["closings"] = []) =>
    foundAfter((world) => world.closings.unshift({ id: 9, quantity: "1.0", source: 4, ...closing }), make, {
      closings,
    });

  it("in the order that it became", async () => {
    expect(await closed({})).toEqual(done);
    expect(await closed({}, [{ id: 8, quantity: "1", source: 4 }])).toEqual(done);
  });

  it.each([
    ["that a session placed", { source: 6 }],
    ["of another quantity", { quantity: "1.1" }],
    ["that was there before", { id: 8 }],
  ])("not in an order %s", async (_, closing) => {
    expect(await closed(closing, [{ id: 8, quantity: "1", source: 6 }])).toEqual({ kind: "not-done" });
  });

  it.each([
    ["long", 3],
    ["short", 4],
  ] as const)("by what waits for its pair and the newest closing orders of its side: %s", async (side, wireSide) => {
    const venue = moneyVenue(() => undefined);
    await venue.settle(venue.client.careful.placePlanOrder({ ...plan, side }, soon));
    expect(JSON.parse(venue.asked("orderHistory")[0]?.body ?? "")).toEqual({
      pair: "4BTC_USDT",
      side: wireSide,
      page: 1,
      size: 20,
    });
    expect(JSON.parse(venue.asked("planOrderList")[0]?.body ?? "")).toEqual({ pair: "4BTC_USDT" });
  });
});

describe("a withdrawal is found", () => {
  const make = ({ client }: MoneyVenue) => client.careful.withdraw({ coin: "BTC", amount: "0.5", address: "a" }, soon);
  const one = { id: 7, address: "a", amount: "0.50" };
  const after = (added: typeof one, withdrawals: (typeof one)[] = []) =>
    foundAfter((world) => world.withdrawals.unshift(added), make, { withdrawals });

  it("by address and amount", async () => {
    expect(await after(one)).toEqual({ kind: "done", result: "7" });
    expect(await after(one, [{ ...one, id: 6 }])).toEqual({ kind: "done", result: "7" });
  });

  it.each([
    ["to another address", { address: "b" }],
    ["of another amount", { amount: "0.51" }],
    ["that was there before", { id: 6 }],
  ])("not in one %s", async (_, extra) => {
    expect(await after({ ...one, ...extra }, [{ ...one, id: 6, address: "c" }])).toEqual({ kind: "not-done" });
  });

  it("by the newest two hundred of its coin, and no more", async () => {
    const withdrawals = Array.from({ length: 300 }, (_, index) => ({ ...one, id: 1_000 - index }));
    const venue = moneyVenue(() => undefined);
    Object.assign(venue.world, { withdrawals });
    await venue.settle(make(venue));
    const pages = venue.asked("transferOutList").map(({ target, body }) => `${target} ${body}`);
    expect(pages).toHaveLength(4);
    for (const page of pages) {
      expect(page).toContain("BTC");
    }
  });
});

describe("a transfer is found", () => {
  const make =
    (direction: "in" | "out") =>
    ({ client }: MoneyVenue) =>
      client.careful.transferFunds({ amount: "30", coin: "USDT", direction }, soon);
  const moved =
    (contract: number, wallet: number) =>
    (world: MoneyWorld): void => {
      world.contract = (world.contract ?? 0) + contract;
      world.wallet = (world.wallet ?? 0) + wallet;
    };

  it("in both balances of its coin, whichever way it goes", async () => {
    expect(await foundAfter(moved(30, -30), make("in"))).toEqual(done);
    expect(await foundAfter(moved(-30, 30), make("out"))).toEqual(done);
  });

  it("where a balance had not been listed before", async () => {
    expect(await foundAfter(moved(30, -30), make("in"), { contract: undefined })).toEqual(done);
    expect(await foundAfter(moved(-30, 30), make("out"), { wallet: undefined })).toEqual(done);
  });

  it.each([
    ["the wrong way", -30, 30],
    ["by another amount", 31, -31],
    ["in the wallet alone", 0, -30],
    ["in the contract account alone", 30, 0],
    ["by another amount in the wallet", 30, -31],
  ])("not where the balances moved %s: that may hide it", async (_, contract, wallet) => {
    expect(await foundAfter(moved(contract, wallet), make("in"))).toEqual(other);
  });

  it("not where no balance moved", async () => {
    expect(await foundAfter(moved(0, 0), make("in"))).toEqual({ kind: "not-done" });
  });

  it("by its own coin in the contract account", async () => {
    const venue = moneyVenue(() => undefined);
    await venue.settle(make("in")(venue));
    expect(venue.asked("/assets")[0]?.body).toContain("USDT");
  });
});

describe("an adjustment of margin is found", () => {
  const make =
    (margin: string) =>
    ({ client }: MoneyVenue) =>
      client.careful.adjustMargin({ pair: "4BTC_USDT", margin, side: "long" }, soon);
  const moved =
    (by: number) =>
    (world: MoneyWorld): void => {
      world.margin = (world.margin ?? 0) + by;
    };

  it("in the margin of its side's position, whichever way it goes", async () => {
    expect(await foundAfter(moved(5), make("5"))).toEqual(done);
    expect(await foundAfter(moved(-5), make("-5"))).toEqual(done);
    expect(await foundAfter(moved(5), make("5"), { margin: undefined })).toEqual(done);
  });

  it("not where the margin moved otherwise: that may hide it", async () => {
    expect(await foundAfter(moved(6), make("5"))).toEqual(other);
    expect(await foundAfter(moved(-5), make("5"))).toEqual(other);
    expect(await foundAfter(moved(0), make("5"))).toEqual({ kind: "not-done" });
  });

  it("by the position of its pair and side", async () => {
    const venue = moneyVenue(() => undefined);
    await venue.settle(make("5")(venue));
    expect(JSON.parse(venue.asked("position")[0]?.body ?? "")).toEqual({ pair: "4BTC_USDT", side: 1 });
  });
});
