import { afterEach, beforeEach, expect, test } from "vitest";
import type { AccountBeginning } from "../ports/delivered-store.js";
import { defaultAccountOptions } from "./account-options.js";
import { AccountScene, pair } from "./account-scene.spec-kit.js";
import { AccountStream } from "./account-stream.js";

let scene: AccountScene;

beforeEach(() => {
  scene = new AccountScene();
});

afterEach(() => scene.stream.close());

/** An order of this client that is traded at once. */
function trade(quantity: number): void {
  const order = scene.venue.place(pair, "open-long", quantity);
  scene.sent.add(order.id);
  scene.venue.trade(order, quantity);
}

const isWhole = () => scene.stream.state.hasStarted && scene.stream.state.gap === undefined;

test("what this client traded before the first login is told, and what others did is not", async () => {
  scene.open();
  scene.venue.trade(scene.venue.place(pair, "open-long", 4), 4);
  trade(3);
  scene.venue.trade(scene.venue.place(pair, "open-long", 5), 5);
  scene.venue.connect();
  await scene.settle();
  expect(scene.fillsTold()).toEqual(["query 3"]);
  expect(isWhole()).toBe(true);
  // The sizes count from behind it.
  trade(2);
  await scene.clock.advanceAndSettle(60_000);
  expect(scene.fillsTold()).toEqual(["query 3", "push 2"]);
  expect(scene.kinds()).not.toContain("difference");
  expect(scene.stream.explainedQuantity(pair, "long")).toBe("14");
});

test.each([1, 5, 20, 40, 60, 80, 120, 160, 200])(
  "what this client traded on a first connection that ended %i ms old is told",
  async (ageMs) => {
    scene.open();
    scene.venue.connect();
    await scene.clock.advanceAndSettle(ageMs);
    trade(3);
    // The pushes are lost with the connection.
    scene.venue.break();
    await scene.clock.advanceAndSettle(300);
    scene.venue.connect();
    await scene.settle();
    expect(scene.fillsTold()).toEqual(["query 3"]);
    expect(isWhole()).toBe(true);
  },
);

test("what was told and forgotten is not told again", async () => {
  scene.open({ keptOrders: 0, reconcileEveryMs: 1_000 });
  trade(3);
  scene.venue.connect();
  await scene.settle();
  trade(2);
  await scene.clock.advanceAndSettle(60_000);
  expect(scene.fillsTold()).toEqual(["query 3", "push 2"]);
  expect(scene.stream.state.orders.size).toBe(0);
});

test.each([100, 2])(
  "what this client traded before the beginning, and was not told when it was killed, the next process is told (pages of %i)",
  async (pageSize) => {
    const { clock, venue, sent } = scene;
    const options = { ...defaultAccountOptions, pageSize };
    const kept: AccountBeginning[] = [];
    const store = (history?: { beginning: AccountBeginning; facts: []; lastMs: number }) => ({
      history,
      begin: async (taken: AccountBeginning) => void kept.push(taken),
      delivered: async () => undefined,
    });
    venue.trade(venue.place(pair, "open-long", 9), 9);
    for (const quantity of [1, 2, 3, 4, 5]) {
      await clock.advanceAndSettle(10);
      trade(quantity);
    }
    const isOwn = ({ orderId }: { readonly orderId: string }) => sent.has(orderId);
    const first = new AccountStream({ options, clock, recovery: { reconciler: venue, isOwn }, delivered: store() });
    scene.stream = first;
    venue.feed = first.feed;
    venue.connect();
    for (let steps = 0; kept.length === 0 && steps < 5_000; steps++) {
      await clock.advanceAndSettle(1);
    }
    expect(first.state.hasStarted).toBe(false);
    venue.break();
    first.close();
    const [beginning] = kept;
    if (beginning === undefined) {
      throw new Error("the beginning was not kept");
    }

    const history = { beginning, facts: [] as [], lastMs: clock.epochMs() };
    const next = new AccountStream({ options, clock, recovery: { reconciler: venue }, delivered: store(history) });
    scene.stream = next;
    venue.feed = next.feed;
    const told: string[] = [];
    void (async () => {
      for await (const event of next) {
        if (event.kind === "fill") {
          told.push(event.fill.dealQuantity);
        }
      }
    })();
    venue.connect();
    await clock.advanceAndSettle(60_000);
    expect(told).toEqual(["1", "2", "3", "4", "5"]);
    expect(isWhole()).toBe(true);
  },
);
