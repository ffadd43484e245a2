import { afterEach, beforeEach, expect, test } from "vitest";
import { AccountScene, pair } from "./account-scene.spec-kit.js";

let scene: AccountScene;

beforeEach(() => {
  scene = new AccountScene();
});

afterEach(() => scene.stream.close());

test("an account is exposed by an open order, a plan order that waits and a position, and by nothing else", async () => {
  scene.open();
  scene.venue.connect();
  await scene.settle();
  expect(scene.stream.isExposed).toBe(false);
  const order = scene.venue.place(pair, "open-long", 2);
  await scene.settle();
  expect(scene.stream.isExposed).toBe(true);
  scene.venue.cancel(order);
  await scene.settle();
  expect(scene.stream.isExposed).toBe(false);
  scene.venue.plan(pair);
  await scene.settle();
  expect(scene.stream.isExposed).toBe(true);
  for (const id of scene.venue.plans.keys()) {
    scene.venue.endPlan(id);
  }
  await scene.settle();
  expect(scene.stream.isExposed).toBe(false);
  scene.venue.trade(scene.venue.place(pair, "open-long", 2), 2);
  await scene.settle();
  expect(scene.stream.isExposed).toBe(true);
});

test("what differed though nothing was pushed is told as it was answered, and as a difference", async () => {
  scene.open({ reconcileEveryMs: 10_000 });
  scene.venue.connect();
  await scene.settle();
  scene.events.length = 0;
  scene.venue.available = 7;
  await scene.clock.advanceAndSettle(40_000);
  expect(scene.events).toMatchObject([
    { kind: "asset", origin: "query", asset: { available: "7" } },
    { kind: "difference", difference: { what: "asset", coin: "USDT" } },
  ]);
});

test("what fails is asked again after one second, then after twice as long each time, up to ten", async () => {
  scene.open();
  scene.venue.connect();
  await scene.settle();
  const asked: number[] = [];
  scene.venue.orderHistory = () => {
    asked.push(scene.clock.epochMs());
    return Promise.reject(new Error("no"));
  };
  scene.venue.break();
  scene.venue.connect();
  await scene.clock.advanceAndSettle(120_000);
  // Each attempt asks four times by itself, a second before the last, and then the wait between attempts begins.
  const waits = asked.slice(1).map((atMs, index) => atMs - (asked[index] as number));
  const longWaits = waits.filter((waitMs) => waitMs >= 1_000);
  expect(longWaits.filter((_, index) => index % 2 === 1).slice(0, 6)).toEqual([
    1_000, 2_000, 4_000, 8_000, 10_000, 10_000,
  ]);
});
