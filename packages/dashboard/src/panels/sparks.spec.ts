import { afterAll, expect, it, vi } from "vitest";
import { nowMs, status } from "../data/desk.js";
import { emptyPage, standing, statusOf, told } from "../spec-support/desk-scene.js";
import { followSparks, sparkOf } from "./sparks.js";

// Nobody else's page is followed.
afterAll(() => {
  vi.resetModules();
});

it("notes last prices once in five seconds, sixty at most", () => {
  emptyPage();
  status.value = statusOf({ books: [standing(), standing({ pair: "4ETH_USDT" })] });
  expect(sparkOf("4BTC_USDT")).toBe(sparkOf("4BTC_USDT"));
  const shown = (): readonly number[] => sparkOf("4BTC_USDT").value;
  told("4BTC_USDT", "47000.5");
  followSparks();
  expect(shown()).toEqual([47_000.5]);
  const tick = (): void => {
    nowMs.value += 1_000;
  };
  told("4BTC_USDT", "47001");
  for (let n = 0; n < 4; n++) {
    tick();
  }
  expect(shown()).toEqual([47_000.5]);
  tick();
  expect(shown()).toEqual([47_000.5, 47_001]);
  expect(sparkOf("4ETH_USDT").value).toEqual([]);
  told("4BTC_USDT", "2");
  for (let n = 0; n < 5 * 59; n++) {
    tick();
  }
  expect([shown().length, shown()[0], shown().at(-1)]).toEqual([60, 47_001, 2]);
});
