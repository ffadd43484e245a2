import { afterAll, beforeEach, expect, it, vi } from "vitest";
import type { AccountView, Asset } from "../data/wire.js";
import { standing, statusOf } from "../spec-support/desk-scene.js";
import { position, account as richAccount } from "../spec-support/ticket-scene.js";

afterAll(() => {
  vi.resetModules();
});
beforeEach(() => {
  vi.resetModules();
});

/** A page that nobody follows yet. */
async function page() {
  const [desk, history] = await Promise.all([import("../data/desk.js"), import("./history.js")]);
  desk.nowMs.value = 10_000;
  return {
    ...desk,
    ...history,
    /** So many seconds go by. */
    pass: (seconds: number): void => {
      for (let n = 0; n < seconds; n++) {
        desk.nowMs.value += 1_000;
      }
    },
  };
}

const usdt: Asset = {
  coin: "USDT",
  available: "1000",
  fixedFrozen: "10",
  crossFrozen: "20.5",
  fixedMargin: "3",
  crossMargin: "0.25",
};

function accountOf(of: Partial<AccountView> = {}): AccountView {
  return { ...richAccount, assets: [{ ...usdt, coin: "BTC" }, usdt], ...of };
}

it("equity is all that the account has in USDT, with what its positions have gained", async () => {
  const { account, equityText, tickerOf } = await page();
  expect(equityText()).toBeUndefined();
  account.value = accountOf();
  expect(equityText()).toBe("1033.75");
  const positions = [
    position({ quantity: "2", openPrice: "47000" }),
    position({ side: "short", quantity: "1", openPrice: "47000" }),
    position({ pair: "4ETH_USDT" }),
    position({ pair: "4BTC_EUR" }),
  ];
  account.value = accountOf({ positions });
  // Without a last price nothing is known to have been gained.
  expect(equityText()).toBe("1033.75");
  for (const pair of ["4BTC_USDT", "4BTC_EUR"]) {
    tickerOf(pair).value = { pair, status: "live", receivedAtMs: 1, lastPrice: "47100.5" };
  }
  expect(equityText()).toBe("1134.25");
});

it.each([
  ["is not known", undefined],
  ["has no USDT", accountOf({ assets: [{ ...usdt, coin: "BTC" }] })],
  ["is not in step", accountOf({ freshness: { kind: "stale" } })],
])("equity of an account that %s is not known", async (_, told) => {
  const { account, equityText } = await page();
  account.value = told;
  expect(equityText()).toBeUndefined();
});

it("notes the largest delay and the calls that wait, once a second", async () => {
  const { followHistory, status, lags, waiting, pass } = await page();
  followHistory();
  const books = [
    standing({ updatedAtMs: 100, receivedAtMs: 140 }),
    standing({ updatedAtMs: 100, receivedAtMs: 125 }),
    standing({ updatedAtMs: 100, receivedAtMs: 900, status: "stale" }),
  ];
  const { throttle } = statusOf();
  status.value = statusOf({ books, throttle: { ...throttle, queued: { orders: 2, reads: 3 } } });
  // What is told between two seconds is noted with the next one.
  expect(lags.value.values).toEqual([null]);
  pass(1);
  status.value = statusOf({ books: [] });
  pass(1);
  expect(lags.value).toEqual({ seconds: [10, 11, 12], values: [null, 40, null] });
  expect(waiting.value).toEqual({ seconds: [10, 11, 12], values: [null, 5, 0] });
});

it("keeps ten minutes of health", async () => {
  const { followHistory, lags, waiting, pass } = await page();
  followHistory();
  pass(700);
  for (const { seconds, values } of [lags.value, waiting.value]) {
    expect([seconds.length, values.length, seconds[0], seconds.at(-1)]).toEqual([600, 600, 111, 710]);
  }
});

it("notes equity every second at first, then twice a minute, and not because anything of it changed", async () => {
  const { followHistory, account, equity, pass } = await page();
  followHistory();
  expect(equity.value).toEqual({ seconds: [10], values: [null] });
  account.value = accountOf();
  expect(equity.value.seconds.length).toBe(1);
  pass(29);
  expect(equity.value.seconds.length).toBe(30);
  expect(equity.value.values.slice(0, 3)).toEqual([null, 1_033.75, 1_033.75]);
  pass(1);
  expect(equity.value.seconds.slice(-2)).toEqual([39, 40]);
  pass(29);
  expect(equity.value.seconds.at(-1)).toBe(40);
  pass(31);
  expect(equity.value.seconds.slice(-2)).toEqual([70, 100]);
});

it("keeps twelve hours of equity", async () => {
  const { followHistory, equity, nowMs } = await page();
  const seconds = Array.from({ length: 1_440 }, (_, n) => n);
  equity.value = { seconds, values: seconds };
  followHistory();
  expect([equity.value.seconds.length, equity.value.seconds[0], equity.value.values[0]]).toEqual([1_440, 1, 1]);
  expect(equity.value.seconds.at(-1)).toBe(nowMs.value / 1_000);
});
