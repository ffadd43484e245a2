import { describe, expect, it } from "vitest";
import type { CallVerdict } from "../internal.js";
import {
  type MoneyFate,
  type MoneyVenue,
  type MoneyWorld,
  moneyVenue,
  movesMoney,
} from "../spec-kit/money-venue.spec-kit.js";
import type { Runtime } from "../spec-kit/scripted-venue.spec-kit.js";

const scene = (act: (world: MoneyWorld) => void, fate: MoneyFate, runtime?: Runtime): MoneyVenue =>
  moneyVenue(act, (request) => (movesMoney(request) ? fate : "answered"), runtime);

const margin = { pair: "4BTC_USDT", margin: "5", side: "long" } as const;
const transfer = { amount: "30", coin: "USDT", direction: "in" } as const;
const withdraw = { coin: "BTC", amount: "0.5", address: "a" } as const;
const takeProfit = {
  pair: "4BTC_USDT",
  price: "1",
  triggerPrice: "70000",
  quantity: "1",
  side: "long",
  plan: "take-profit",
  type: "limit",
} as const;

interface Case {
  readonly name: string;
  readonly make: (venue: MoneyVenue) => Promise<CallVerdict<unknown>>;
  /** What the call does at the venue. */
  readonly act: (world: MoneyWorld) => void;
  /** Something else that hides it. */
  readonly disturbances: readonly ((world: MoneyWorld) => void)[];
}

const cases: readonly Case[] = [
  {
    name: "adjustMargin",
    make: ({ client }) => client.careful.adjustMargin(margin),
    act: (world) => {
      world.margin = (world.margin ?? 0) + 5;
    },
    disturbances: [
      (world) => {
        world.margin = (world.margin ?? 0) + 3;
      },
    ],
  },
  {
    name: "transferFunds",
    make: ({ client }) => client.careful.transferFunds(transfer),
    act: (world) => {
      world.contract = (world.contract ?? 0) + 30;
      world.wallet = (world.wallet ?? 0) - 30;
    },
    disturbances: [
      (world) => {
        world.contract = (world.contract ?? 0) + 7;
      },
      (world) => {
        world.contract = (world.contract ?? 0) + 30;
      },
    ],
  },
  {
    name: "withdraw",
    make: ({ client }) => client.careful.withdraw(withdraw),
    act: (world) => {
      world.withdrawals.unshift({ id: 7 + world.withdrawals.length, address: "a", amount: "0.50" });
    },
    disturbances: [
      (world) => {
        world.withdrawals.unshift({ id: 8, address: "a", amount: "0.5" }, { id: 9, address: "a", amount: "0.5" });
      },
    ],
  },
  {
    name: "placePlanOrder",
    make: ({ client }) => client.careful.placePlanOrder(takeProfit),
    act: (world) => {
      world.plans.push({ id: 7 + world.plans.length, trigger: "70000.0" });
    },
    disturbances: [],
  },
];

describe.each(cases)("$name", ({ make, act, disturbances }) => {
  it("is done when it is answered", async () => {
    const venue = scene(act, "answered");
    expect(await venue.settle(make(venue))).toMatchObject({ kind: "done" });
    expect(venue.calls()).toBe(1);
  });

  it("is found to be done when only the answer was lost, without waiting", async () => {
    const venue = scene(act, "lost");
    expect(await venue.settle(make(venue))).toMatchObject({ kind: "done" });
    expect(venue.clock.monotonicMs()).toBeLessThan(2_000);
    expect(venue.calls()).toBe(1);
  });

  it("is found not to be done once its request cannot arrive any more", async () => {
    const venue = scene(act, "cut");
    expect(await venue.settle(make(venue), 200_000)).toEqual({ kind: "not-done" });
    expect(venue.clock.monotonicMs()).toBeGreaterThan(32_000);
    expect(venue.calls()).toBe(1);
  });

  it("is found when it arrives late", async () => {
    const venue = scene(act, "cut");
    venue.clock.after(15_000, () => act(venue.world));
    expect(await venue.settle(make(venue), 200_000)).toMatchObject({ kind: "done" });
  });

  it("says where the runtime may have sent it twice, and once where it did not", async () => {
    const twice = scene(act, "twice", "may-repeat");
    expect(await twice.settle(make(twice))).toMatchObject({ kind: "done", perhapsTwice: true });
    const once = scene(act, "answered", "may-repeat");
    expect(await once.settle(make(once))).not.toHaveProperty("perhapsTwice");
  });

  it("is found to be done where the runtime sent it twice and the second copy was refused", async () => {
    const venue = scene(act, "refused", "may-repeat");
    expect(await venue.settle(make(venue))).toMatchObject({ kind: "done" });
    const plain = scene(act, "refused");
    await expect(plain.settle(make(plain))).rejects.toMatchObject({ venueCode: 2027 });
  });

  it.each(disturbances)("stays unknown when something else moved what would show it", async (other) => {
    const venue = scene(other, "lost");
    expect(await venue.settle(make(venue), 200_000)).toEqual({ kind: "unknown", reason: "other-movement" });
  });
});

describe("careful calls", () => {
  it("find a plan order that triggered at once by the order that it became", async () => {
    const venue = scene((world) => void world.closings.unshift({ id: 9, quantity: "1", source: 4 }), "lost");
    expect(await venue.settle(venue.client.careful.placePlanOrder(takeProfit))).toEqual({
      kind: "done",
      result: undefined,
    });
  });

  it("send identical requests one after the other", async () => {
    let id = 0;
    const venue = scene((world) => void world.withdrawals.unshift({ id: ++id, address: "a", amount: "0.5" }), "lost");
    const both = [venue.client.careful.withdraw(withdraw), venue.client.careful.withdraw(withdraw)];
    expect(await venue.settle(Promise.all(both))).toEqual([
      { kind: "done", result: "1" },
      { kind: "done", result: "2" },
    ]);
  });
});

it("a call that was answered counts as carried out once where the venue shows nothing of it yet, though a request may be sent twice", async () => {
  const { client, settle } = scene(() => undefined, "answered", "may-repeat");
  expect(await settle(client.careful.adjustMargin(margin))).toEqual({ kind: "done", result: undefined });
});
