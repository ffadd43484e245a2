import { afterEach, beforeEach, expect, test } from "vitest";
import { AccountScene, pair } from "./account-scene.spec-kit.js";
import { as, planOf, positionOf } from "./scripted-records.spec-kit.js";

let scene: AccountScene;

beforeEach(async () => {
  scene = new AccountScene();
  scene.open({ reconcileEveryMs: 10_000 });
  scene.venue.plan(pair);
  scene.venue.connect();
  await scene.settle();
  scene.venue.trade(scene.venue.place(pair, "open-long", 2), 2);
  await scene.clock.advanceAndSettle(30_000);
  scene.events.length = 0;
});

afterEach(() => scene.stream.close());

test("an account that stands as the venue answers is told nothing", async () => {
  const { reconciliations } = scene.stream.statistics;
  await scene.clock.advanceAndSettle(60_000);
  expect(scene.events).toEqual([]);
  expect(scene.stream.statistics.reconciliations).toBeGreaterThan(reconciliations + 3);
});

test("a plan order that the venue lists no longer has vanished, and one that nobody pushed is told", async () => {
  const [id = ""] = scene.venue.plans.keys();
  scene.venue.plans.delete(id);
  scene.venue.plans.set("77", planOf("77", pair, "waiting"));
  await scene.clock.advanceAndSettle(40_000);
  expect(scene.events).toHaveLength(2);
  expect(scene.events).toEqual(
    expect.arrayContaining([
      { kind: "plan-order-vanished", planOrder: expect.objectContaining({ orderId: id }) },
      {
        kind: "plan-order",
        origin: "query",
        planOrder: expect.objectContaining({ orderId: "77" }),
        previous: undefined,
      },
    ]),
  );
  expect([...scene.stream.state.planOrders.keys()]).toEqual(["77"]);
});

test("a position whose other fields move is told as it is answered, and is no difference", async () => {
  scene.venue.positions = () => Promise.resolve([{ ...positionOf(pair, "long", 2), margin: as("9") }]);
  await scene.clock.advanceAndSettle(40_000);
  expect(scene.events).toMatchObject([{ kind: "position", origin: "query", position: { margin: "9" } }]);
});

test.each([
  ["mode", { mode: "fixed" }],
  ["price", { openPrice: as("7") }],
] as const)("a position of another %s is a difference, though its size is as it was", async (_field, change) => {
  scene.venue.positions = () => Promise.resolve([{ ...positionOf(pair, "long", 2), ...(change as object) }]);
  await scene.clock.advanceAndSettle(40_000);
  expect(scene.events).toMatchObject([
    { kind: "position", origin: "query", position: change },
    { kind: "difference", difference: { what: "position", pair, side: "long" } },
  ]);
});

test("a position that nobody told ended is told as ended, and as a difference of its size", async () => {
  scene.venue.positions = () => Promise.resolve([]);
  await scene.clock.advanceAndSettle(40_000);
  expect(scene.events).toMatchObject([
    { kind: "position", origin: "query", position: undefined, previous: { quantity: "2" } },
    { kind: "difference", difference: { what: "position", pair, side: "long" } },
    { kind: "difference", difference: { what: "position-size", explainedQuantity: "2", venueQuantity: "0" } },
  ]);
  expect(scene.stream.state.positions.size).toBe(0);
});

test("an answer that was ahead of a push, and the push came, is no difference", async () => {
  const works = scene.venue.assets.bind(scene.venue);
  let isAhead = true;
  scene.venue.assets = async () => {
    const assets = await works();
    return isAhead ? assets.map((asset) => ({ ...asset, available: as<typeof asset.available>("3") })) : assets;
  };
  // Positions are asked for behind the assets: from then on the answers are right.
  const positions = scene.venue.positions.bind(scene.venue);
  scene.venue.positions = () => {
    isAhead = false;
    return positions();
  };
  await scene.clock.advanceAndSettle(30_000);
  expect(isAhead).toBe(false);
  expect(scene.events).toEqual([]);
});

test("what is accepted keeps its gap open until everything was asked for once more", async () => {
  scene.venue.break();
  scene.venue.held.set(`${pair} long`, { pair, side: "long", quantity: 1 });
  scene.venue.connect();
  await scene.clock.advanceAndSettle(8_000);
  expect(scene.stream.state.gap?.reasons).toHaveLength(1);
  scene.stream.acceptDifferences();
  expect(scene.stream.state.gap).toBeDefined();
  expect(scene.kinds()).not.toContain("gap-closed");
  await scene.clock.advanceAndSettle(10_000);
  expect(scene.stream.state.gap).toBeUndefined();
  expect(scene.stream.explainedQuantity(pair, "long")).toBe("1");
});

test("an account counts what it asked, what failed and what waits", async () => {
  const before = scene.stream.statistics;
  expect(before).toMatchObject({ failures: 0, buffered: 0, queued: 0 });
  const asked = scene.venue.requests;
  expect(before.requests).toBe(asked);
  const works = scene.venue.openOrders.bind(scene.venue);
  scene.venue.openOrders = () => Promise.reject(new Error("no"));
  scene.venue.break();
  expect(scene.stream.state.status).toBe("offline");
  scene.venue.connect();
  expect(scene.stream.state.status).toBe("reconciling");
  await scene.clock.advanceAndSettle(1_000);
  expect(scene.stream.statistics).toMatchObject({ buffered: 3, reconciliations: before.reconciliations });
  expect(scene.stream.statistics.failures).toBeGreaterThan(0);
  scene.venue.openOrders = works;
  await scene.clock.advanceAndSettle(20_000);
  expect(scene.stream.statistics.buffered).toBe(0);
  expect(scene.stream.statistics.reconciliations).toBeGreaterThan(before.reconciliations);
  expect(scene.stream.state.status).toBe("live");
});

test("what an answer tells after the connection went away proves nothing: it is told once a connection stands", async () => {
  scene.venue.available = 7;
  const works = scene.venue.assets.bind(scene.venue);
  let asked = 0;
  scene.venue.assets = () => {
    asked += 1;
    if (asked === 2) {
      scene.venue.break();
    }
    return works();
  };
  await scene.clock.advanceAndSettle(60_000);
  expect(asked).toBe(2);
  expect(scene.events).toEqual([]);
});

test("while something stays unexplained the account is looked at more often", async () => {
  scene.stream.close();
  scene = new AccountScene();
  scene.open({ reconcileEveryMs: 300_000 });
  scene.venue.connect();
  await scene.settle();
  const order = scene.venue.place(pair, "open-long", 2);
  await scene.settle();
  scene.venue.break();
  scene.venue.orders.splice(scene.venue.orders.indexOf(order), 1);
  scene.venue.connect();
  await scene.clock.advanceAndSettle(60_000);
  expect(scene.stream.state.gap).toBeDefined();
  expect(scene.stream.statistics.reconciliations).toBeGreaterThan(3);
});
