import { TransportError } from "@depthwire/core";
import { describe, expect, it } from "vitest";
import type { CallVerdict } from "../index.js";
import { jsonResponse, type ScriptedVenue, scriptedVenue } from "../spec-kit/scripted-venue.spec-kit.js";

/** What becomes of the money call: it acts or not, and its answer is lost or not. */
interface Fate {
  readonly acts: boolean;
  readonly answered?: boolean;
}

interface World {
  margin: number;
  contract: number;
  wallet: number;
  withdrawals: { id: number; address: string; amount: string }[];
  plans: { id: number; trigger: string }[];
  closings: { id: number; quantity: string; source: number }[];
}

const position = {
  l: "10",
  sd: 1,
  pa: "0",
  ui: 1,
  pf: "0",
  md: 2,
  lc: "1",
  pi: "4BTC_USDT",
  hc: "1",
  po: "1",
  pp: "0",
  ps: "0",
};

function withdrawal({ id, address, amount }: World["withdrawals"][number]): object {
  return {
    id,
    to_address: address,
    tx_id: "",
    coin_symbol: "BTC",
    chain_type: "BTC",
    amount_real: "0",
    amount,
    createdAt: 1,
    status: 1,
  };
}

function plan({ id, trigger }: World["plans"][number]): object {
  return { oi: String(id), pi: "4BTC_USDT", pr: "1", tp: trigger, q: "1.0", sd: 1, pt: 1, bt: 2, s: 1 };
}

function closing({ id, quantity, source }: World["closings"][number]): object {
  const zero = { freeze: "0", price_deal: "0", deal_coin: "0", deal_num: 0, fee: "0", fee_bix: "0", fee_bix0: "0" };
  const at = "2026-01-01T00:00:00.000Z";
  const of = {
    id,
    user_id: 1,
    coin_symbol: "USDT",
    pair: "4BTC_USDT",
    side: 3,
    order_type: 1,
    price: "1",
    amount_coin: quantity,
  };
  const rates = { fee_rate_maker: "0", fee_rate_taker: "0" };
  return { ...of, ...zero, status: 3, reason: 0, ...rates, order_from: source, createdAt: at, updatedAt: at };
}

function scene(
  act: (world: World) => void,
  { acts, answered = false }: Fate,
): ScriptedVenue & { world: World; calls: () => number } {
  const world: World = { margin: 100, contract: 50, wallet: 500, withdrawals: [], plans: [], closings: [] };
  let calls = 0;
  const venue = scriptedVenue(({ target }) => {
    switch (target.split("/").at(-1)) {
      case "position":
        return { state: 0, result: [{ ...position, mg: String(world.margin) }] };
      case "assets":
        return {
          state: 0,
          result: [{ b: String(world.contract), c: "USDT", u: 1, ff: "0", fc: "0", mf: "0", mc: "0" }],
        };
      case "mainAssets": {
        const usdt = {
          coin_symbol: "USDT",
          balance: String(world.wallet),
          freeze: "0",
          BTCValue: "0",
          CNYValue: "0",
          USDValue: "0",
        };
        return { state: 0, result: { total_btc: "0", total_cny: "0", total_usd: "0", assets_list: [usdt] } };
      }
      case "transferOutList":
        return {
          state: 0,
          result: { count: world.withdrawals.length, page: 1, items: world.withdrawals.map(withdrawal) },
        };
      case "planOrderList":
        return { state: 0, result: world.plans.map(plan) };
      case "orderHistory":
        return { state: 0, result: { count: 0, page: 1, items: world.closings.map(closing) } };
      default:
        calls++;
        if (acts) {
          act(world);
        }
        if (!answered) {
          throw new TransportError("connection-lost", { address: "x" }, { ambiguous: true });
        }
        return jsonResponse('{"state":0,"result":7}');
    }
  });
  return { ...venue, world, calls: () => calls };
}

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
  readonly make: (venue: ScriptedVenue) => Promise<CallVerdict<unknown>>;
  /** What the call does at the venue. */
  readonly act: (world: World) => void;
  /** Something else that hides it. */
  readonly disturbances: readonly ((world: World) => void)[];
}

const cases: readonly Case[] = [
  {
    name: "adjustMargin",
    make: ({ client }) => client.careful.adjustMargin(margin),
    act: (world) => {
      world.margin += 5;
    },
    disturbances: [
      (world) => {
        world.margin += 3;
      },
    ],
  },
  {
    name: "transferFunds",
    make: ({ client }) => client.careful.transferFunds(transfer),
    act: (world) => {
      world.contract += 30;
      world.wallet -= 30;
    },
    disturbances: [
      (world) => {
        world.contract += 7;
      },
      (world) => {
        world.contract += 30;
      },
    ],
  },
  {
    name: "withdraw",
    make: ({ client }) => client.careful.withdraw(withdraw),
    act: (world) => {
      world.withdrawals.unshift({ id: 7, address: "a", amount: "0.50" });
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
      world.plans.push({ id: 7, trigger: "70000.0" });
    },
    disturbances: [],
  },
];

describe.each(cases)("$name", ({ make, act, disturbances }) => {
  it("is done when it is answered", async () => {
    const venue = scene(act, { acts: true, answered: true });
    expect(await venue.settle(make(venue))).toMatchObject({ kind: "done" });
    expect(venue.calls()).toBe(1);
  });

  it("is found to be done when only the answer was lost, without waiting", async () => {
    const venue = scene(act, { acts: true });
    expect(await venue.settle(make(venue))).toMatchObject({ kind: "done" });
    expect(venue.clock.monotonicMs()).toBeLessThan(2_000);
    expect(venue.calls()).toBe(1);
  });

  it("is found not to be done once its request cannot arrive any more", async () => {
    const venue = scene(act, { acts: false });
    expect(await venue.settle(make(venue), 200_000)).toEqual({ kind: "notDone" });
    expect(venue.clock.monotonicMs()).toBeGreaterThan(32_000);
    expect(venue.calls()).toBe(1);
  });

  it("is found when it arrives late", async () => {
    const venue = scene(act, { acts: false });
    venue.clock.after(15_000, () => act(venue.world));
    expect(await venue.settle(make(venue), 200_000)).toMatchObject({ kind: "done" });
  });

  it.each(disturbances)("stays unknown when something else moved what would show it", async (other) => {
    const venue = scene(other, { acts: true });
    expect(await venue.settle(make(venue), 200_000)).toEqual({ kind: "unknown", reason: "other-movement" });
  });
});

describe("careful calls", () => {
  it("find a plan order that triggered at once by the order that it became", async () => {
    const venue = scene((world) => void world.closings.unshift({ id: 9, quantity: "1", source: 4 }), { acts: true });
    expect(await venue.settle(venue.client.careful.placePlanOrder(takeProfit))).toEqual({
      kind: "done",
      result: undefined,
    });
  });

  it("send identical requests one after the other", async () => {
    let id = 0;
    const venue = scene((world) => void world.withdrawals.unshift({ id: ++id, address: "a", amount: "0.5" }), {
      acts: true,
    });
    const both = [venue.client.careful.withdraw(withdraw), venue.client.careful.withdraw(withdraw)];
    expect(await venue.settle(Promise.all(both))).toEqual([
      { kind: "done", result: "1" },
      { kind: "done", result: "2" },
    ]);
  });

  it("throw what was refused", async () => {
    const venue = scriptedVenue(({ target }) =>
      target.endsWith("position") ? { state: 0, result: [{ ...position, mg: "1" }] } : { state: 3103, msg: "x" },
    );
    await expect(venue.settle(venue.client.careful.adjustMargin(margin))).rejects.toMatchObject({ venueCode: 3103 });
  });
});
