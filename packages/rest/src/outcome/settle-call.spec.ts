import { describe, expect, it } from "vitest";
import type { CarefulCalls } from "../index.js";
import type { CallVerdict, SettleOptions } from "../internal.js";
import {
  type MoneyFate,
  type MoneyVenue,
  type MoneyWorld,
  moneyVenue,
  movesMoney,
} from "../spec-kit/money-venue.spec-kit.js";
import type { SeenRequest } from "../spec-kit/scripted-venue.spec-kit.js";

const addFive = (world: MoneyWorld): void => {
  world.margin = (world.margin ?? 0) + 5;
};

const adjust = (
  { client }: MoneyVenue,
  options: SettleOptions = {},
  pair: "4BTC_USDT" | "4ETH_USDT" = "4BTC_USDT",
): Promise<CallVerdict<unknown>> => client.careful.adjustMargin({ pair, margin: "5", side: "long" }, options);

/** The call is cut off; `looks` says what becomes of the looks after it. */
function cutOff(looks: (look: number) => MoneyFate = () => "answered"): MoneyVenue {
  let isSent = false;
  let count = 0;
  return moneyVenue(addFive, (request) => {
    if (movesMoney(request)) {
      isSent = true;
      return "cut";
    }
    return isSent ? looks(++count) : "answered";
  });
}

function gaps(seen: readonly SeenRequest[]): readonly number[] {
  return seen.slice(1).map(({ atMs }, index) => atMs - (seen[index]?.atMs ?? 0));
}

describe("the search for what became of a call", () => {
  it("looks ever more seldom, until the request cannot arrive any more and two seconds longer", async () => {
    const venue = cutOff();
    expect(await venue.settle(adjust(venue), 200_000)).toEqual({ kind: "not-done" });
    const [, first, ...looks] = venue.asked("position");
    expect(venue.clock.pending()).toBe(0);
    // Time goes on in steps of 50 ms: a long chain of promises may take one more.
    const pauses = gaps([first as SeenRequest, ...looks]).map((gapMs) => gapMs - (gapMs % 100));
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, ...Array(5).fill(5_000)]);
  });

  it("ends at the tolerance and the margin that it is told, and not before", async () => {
    for (const [options, looks] of [
      [{ toleranceMs: 1_000, marginMs: 0 }, 3],
      [{ toleranceMs: 1_000, marginMs: 1_000 }, 4],
      [{ toleranceMs: 1_000 }, 4],
    ] as const) {
      const venue = cutOff();
      expect(await venue.settle(adjust(venue, options))).toEqual({ kind: "not-done" });
      expect(venue.asked("position")).toHaveLength(1 + looks);
    }
  });

  it("stays unknown at its first answer where nobody knows how long a request stays good", async () => {
    const venue = cutOff((look) => (look < 3 ? "cut" : "answered"));
    const verdict = await venue.settle(adjust(venue, { toleranceMs: "not-known" }), 200_000);
    expect(verdict).toEqual({ kind: "unknown", reason: "tolerance-not-known" });
    const found = cutOff((look) => {
      found.world.margin = 105;
      return look < 3 ? "cut" : "answered";
    });
    expect(await found.settle(adjust(found, { toleranceMs: "not-known" }))).toMatchObject({ kind: "done" });
  });

  it("goes on where the venue is away for a while, and takes no silence for absence", async () => {
    const venue = cutOff((look) => (look < 10 ? "cut" : "answered"));
    expect(await venue.settle(adjust(venue), 200_000)).toEqual({ kind: "not-done" });
    expect(venue.clock.monotonicMs()).toBeGreaterThan(32_000);
  });

  it("is unknown while the venue is silent, after two minutes or the time that it is told", async () => {
    for (const [options, atMs] of [
      [{}, 120_000],
      [{ timeoutMs: 7_000 }, 7_000],
    ] as const) {
      const venue = cutOff(() => "hung");
      const verdict = await venue.settle(adjust(venue, options), 300_000);
      expect(verdict).toEqual({ kind: "unknown", reason: "venue-silent" });
      expect(venue.clock.monotonicMs()).toBeGreaterThanOrEqual(atMs);
      expect(venue.clock.monotonicMs()).toBeLessThan(atMs + 1_000);
    }
  });

  it("ends with the caller's signal, and with the client, whatever the venue does", async () => {
    for (const look of ["hung", "cut", "answered"] as const) {
      const aborted = cutOff(() => look);
      const controller = new AbortController();
      aborted.clock.after(10_000, () => controller.abort());
      const ended = aborted.settle(adjust(aborted, { signal: controller.signal }), 100_000);
      await expect(ended).rejects.toMatchObject({ code: "aborted" });
      expect(aborted.clock.monotonicMs()).toBeLessThan(11_000);
      const closed = cutOff(() => look);
      closed.clock.after(10_000, () => closed.client.close());
      await expect(closed.settle(adjust(closed), 100_000)).rejects.toMatchObject({ code: "closed" });
      expect(closed.clock.monotonicMs()).toBeLessThan(11_000);
    }
  });
});

describe("a careful call", () => {
  it("moves nothing where its signal ends it before", async () => {
    const controller = new AbortController();
    const venue = moneyVenue(addFive, () => "hung");
    venue.clock.after(1_000, () => controller.abort());
    await expect(venue.settle(adjust(venue, { signal: controller.signal }))).rejects.toMatchObject({ code: "aborted" });
    expect(venue.calls()).toBe(0);
  });

  it("ends with its signal while it is on its way", async () => {
    const controller = new AbortController();
    const venue = moneyVenue(addFive, (request) => (movesMoney(request) ? "hung" : "answered"));
    venue.clock.after(1_000, () => controller.abort());
    const ended = venue.settle(adjust(venue, { signal: controller.signal }));
    await expect(ended).rejects.toMatchObject({ code: "aborted" });
    expect(venue.clock.monotonicMs()).toBeLessThan(2_000);
  });

  it("throws what the venue refused, and the next one goes on", async () => {
    const venue = moneyVenue(addFive);
    const bad = venue.client.careful.adjustMargin({ pair: "4BTC_USDT", margin: "x", side: "long" });
    const next = adjust(venue);
    await expect(venue.settle(bad)).rejects.toMatchObject({ code: "value-invalid" });
    expect(await venue.settle(next)).toMatchObject({ kind: "done" });
  });
});

describe("careful calls at the same time", () => {
  const btc = { coin: "BTC", amount: "0.5", address: "a" } as const;
  const transfer = { amount: "30", coin: "USDT", direction: "in" } as const;
  const long = { pair: "4BTC_USDT", price: "1", triggerPrice: "7", quantity: "1", side: "long" } as const;
  const plan = { ...long, plan: "take-profit", type: "limit" } as const;
  const margin = { pair: "4BTC_USDT", margin: "5", side: "long" } as const;

  const lanes: Readonly<Record<string, readonly ((careful: CarefulCalls) => Promise<unknown>)[]>> = {
    "by coin and kind": [
      (careful) => careful.withdraw(btc),
      (careful) => careful.withdraw({ ...btc, coin: "ETH" }),
      (careful) => careful.transferFunds({ ...transfer, coin: "BTC" }),
      (careful) => careful.transferFunds(transfer),
    ],
    "by pair, side and kind": [
      (careful) => careful.adjustMargin(margin),
      (careful) => careful.adjustMargin({ ...margin, side: "short" }),
      (careful) => careful.adjustMargin({ ...margin, pair: "4ETH_USDT" }),
      (careful) => careful.placePlanOrder(plan),
      (careful) => careful.placePlanOrder({ ...plan, side: "short" }),
      (careful) => careful.placePlanOrder({ ...plan, pair: "4ETH_USDT" }),
    ],
  };

  it.each(Object.keys(lanes))("wait for each other where their traces could not be told apart, %s", async (by) => {
    const venue = moneyVenue(
      () => undefined,
      (request) => (movesMoney(request) ? "hung" : "answered"),
    );
    for (const [index, make] of (lanes[by] ?? []).entries()) {
      void make(venue.client.careful).catch(() => undefined);
      void make(venue.client.careful).catch(() => undefined);
      await venue.settle(new Promise<void>((resolve) => void venue.clock.after(200, resolve)));
      expect(venue.calls()).toBe(index + 1);
    }
  });

  it("go one by one, however many have gone before", async () => {
    const venue = moneyVenue(addFive, (request) => (movesMoney(request) && venue.calls() > 0 ? "hung" : "answered"));
    const all = [adjust(venue), adjust(venue)];
    void all[1]?.catch(() => undefined);
    expect(await venue.settle(all[0] as Promise<unknown>)).toMatchObject({ kind: "done" });
    void adjust(venue).catch(() => undefined);
    await venue.settle(new Promise<void>((resolve) => void venue.clock.after(2_000, resolve)));
    expect(venue.calls()).toBe(2);
  });
});
