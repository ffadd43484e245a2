import { afterEach, beforeEach, expect, test } from "vitest";
import { AccountScene, pair } from "./account-scene.spec-kit.js";
import { pushedFill, shortOrder } from "./scripted-records.spec-kit.js";

let scene: AccountScene;

beforeEach(() => {
  scene = new AccountScene();
});

afterEach(() => scene.stream.close());

test("what was lost on a sound connection is told once as a difference, and what is only late is not", async () => {
  scene.open({ reconcileEveryMs: 10_000 });
  scene.venue.connect();
  await scene.settle();
  const late = scene.venue.place(pair, "open-long", 3);
  const lost = scene.venue.place(pair, "open-long", 4);
  await scene.settle();
  const { feed } = scene.venue;
  scene.venue.feed = undefined;
  scene.venue.trade(late, 3);
  scene.venue.trade(lost, 4);
  await scene.clock.advanceAndSettle(100);
  scene.venue.feed = feed;
  const told = () =>
    scene.events.flatMap((event) =>
      event.kind === "difference" && "orderId" in event.difference ? [event.difference] : [],
    );
  // Both are found at the next interval; the pushes of one come behind the answer.
  while (scene.fillsTold().length < 2) {
    await scene.clock.advanceAndSettle(100);
  }
  expect(told()).toEqual([]);
  scene.stream.feed.received({ kind: "fill", value: pushedFill(late, late.fills[0] as never, "sized") });
  scene.stream.feed.received({ kind: "order", value: shortOrder(late) });
  await scene.settle();
  expect(scene.fillsTold()).toEqual(["query 3", "query 4"]);
  expect(told()).toEqual([{ what: "not-pushed", orderId: lost.id }]);
  await scene.clock.advanceAndSettle(60_000);
  expect(told()).toHaveLength(1);
});

test("what was asked for on a connection that went away meanwhile is awaited from no push", async () => {
  scene.open();
  scene.venue.connect();
  await scene.settle();
  const order = scene.venue.place(pair, "open-long", 4);
  await scene.settle();
  // The order's end is pushed and its trade is not: so it is asked for.
  const { feed } = scene.venue;
  scene.venue.feed = undefined;
  scene.venue.trade(order, 4);
  await scene.clock.advanceAndSettle(100);
  scene.venue.feed = feed;
  const { requests } = scene.stream.statistics;
  scene.stream.feed.received({ kind: "order", value: shortOrder(order) });
  while (scene.stream.statistics.requests === requests) {
    await scene.clock.advanceAndSettle(1);
  }
  expect(scene.fillsTold()).toEqual([]);
  scene.venue.break();
  await scene.clock.advanceAndSettle(60_000);
  expect(scene.fillsTold()).toEqual(["query 4"]);
  expect(scene.kinds()).not.toContain("difference");
});

test("a trade of an order that goes on, and an end without a trade, are told too when no push tells them", async () => {
  scene.open({ reconcileEveryMs: 10_000 });
  scene.venue.connect();
  await scene.settle();
  const traded = scene.venue.place(pair, "open-long", 9);
  const cancelled = scene.venue.place(pair, "open-long", 4);
  const pushed = scene.venue.place(pair, "open-long", 5);
  await scene.settle();
  const { feed } = scene.venue;
  scene.venue.feed = undefined;
  scene.venue.trade(traded, 2);
  scene.venue.cancel(cancelled);
  await scene.clock.advanceAndSettle(100);
  scene.venue.feed = feed;
  scene.venue.cancel(pushed);
  await scene.clock.advanceAndSettle(60_000);
  const told = scene.events
    .flatMap((event) => (event.kind === "difference" ? [event.difference] : []))
    .filter(({ what }) => what === "not-pushed");
  expect(told).toHaveLength(2);
  expect(told).toEqual(
    expect.arrayContaining([
      { what: "not-pushed", orderId: traded.id },
      { what: "not-pushed", orderId: cancelled.id },
    ]),
  );
});

test.each([
  ["as the account begins", 0],
  ["after it was proven", 1],
])("a trade that no push told, between the lists and the positions, %s: sizes agree in the end", async (_when, nth) => {
  scene.open({ reconcileEveryMs: 10_000 });
  const { venue } = scene;
  const ask = venue.assets.bind(venue);
  let rounds = 0;
  // Assets are asked for behind every list of orders, and before the positions.
  venue.assets = () => {
    if (rounds++ === 2 * nth) {
      const { feed } = venue;
      venue.feed = undefined;
      venue.trade(venue.place(pair, "open-long", 4), 4);
      venue.feed = { ...(feed as NonNullable<typeof feed>), received: () => {} };
      scene.clock.after(100, () => {
        venue.feed = feed;
      });
    }
    return ask();
  };
  venue.connect();
  await scene.clock.advanceAndSettle(60_000);
  expect(scene.fillsTold()).toEqual(["query 4"]);
  expect(scene.stream.explainedQuantity(pair, "long")).toBe("4");
  expect(scene.stream.state.gap).toBeUndefined();
});

test("a size that was proven is not taken anew because something was found late", async () => {
  scene.open({ reconcileEveryMs: 10_000 });
  const { venue } = scene;
  venue.connect();
  await scene.settle();
  venue.trade(venue.place(pair, "open-long", 2), 2);
  await scene.clock.advanceAndSettle(60_000);
  venue.break();
  venue.trade(venue.place(pair, "open-long", 4), 4);
  venue.held.set(`${pair} long`, { pair, side: "long", quantity: 5 });
  venue.connect();
  await scene.clock.advanceAndSettle(60_000);
  expect(scene.fillsTold()).toEqual(["push 2", "query 4"]);
  expect(scene.stream.state.gap?.reasons).toEqual([
    { what: "position-size", pair, side: "long", explainedQuantity: "6", venueQuantity: "5" },
  ]);
});
