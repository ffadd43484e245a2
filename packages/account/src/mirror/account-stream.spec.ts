import type { Quantity } from "@depthwire/schema";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AccountScene, pair } from "./account-scene.spec-kit.js";
import { as, pushedFill, queriedFill, shortOrder } from "./scripted-records.spec-kit.js";

let scene: AccountScene;

beforeEach(() => {
  scene = new AccountScene();
});

afterEach(() => scene.stream.close());

describe("a break", () => {
  test("is told, what was missed is delivered before what came meanwhile, and the gap is closed", async () => {
    scene.open();
    scene.venue.connect();
    await scene.settle();
    const order = scene.venue.place(pair, "open-long", 9);
    scene.venue.trade(order, 1);
    await scene.settle();
    const brokenAtMs = scene.clock.epochMs();
    scene.stream.feed.received({ kind: "order", value: shortOrder(order) });
    scene.venue.break();
    scene.venue.trade(order, 2);
    await scene.settle();
    scene.events.length = 0;
    scene.venue.connect();
    const connectedAtMs = scene.clock.epochMs();
    scene.venue.trade(order, 3);
    await scene.settle();
    expect(scene.events[0]).toMatchObject({
      kind: "gap",
      reason: "disconnected",
      fromMs: brokenAtMs,
      toMs: connectedAtMs,
    });
    expect(scene.fillsTold()).toEqual(["query 2", "query 3"]);
    expect(scene.kinds().indexOf("fill")).toBeLessThan(scene.kinds().indexOf("position"));
    expect(scene.events.at(-1)).toEqual({ kind: "gap-closed", fromMs: brokenAtMs, toMs: connectedAtMs });
    expect(scene.stream.state).toMatchObject({ status: "live", gap: undefined });
    expect(scene.stream.state.positions.get(order.pair)?.long?.quantity).toBe("6");
  });

  test("during which an order was placed and filled leaves both its events", async () => {
    scene.open();
    scene.venue.connect();
    await scene.settle();
    scene.venue.break();
    scene.venue.trade(scene.venue.place(pair, "open-long", 2), 2);
    await scene.settle();
    scene.events.length = 0;
    scene.venue.connect();
    await scene.settle();
    expect(scene.kinds().slice(0, 3)).toEqual(["gap", "fill", "order"]);
  });

  test("in the middle of a reconciliation makes it look again before it closes the gap", async () => {
    scene.open();
    scene.venue.connect();
    await scene.settle();
    const order = scene.venue.place(pair, "open-long", 9);
    scene.venue.trade(order, 1);
    await scene.settle();
    scene.venue.break();
    const works = scene.venue.positionChanges.bind(scene.venue);
    scene.venue.positionChanges = () => Promise.reject(new Error("no"));
    scene.venue.connect();
    await scene.clock.advanceAndSettle(1_000);
    scene.venue.break();
    scene.venue.trade(order, 2);
    scene.venue.connect();
    await scene.clock.advanceAndSettle(2_000);
    scene.venue.positionChanges = works;
    await scene.clock.advanceAndSettle(15_000);
    expect(scene.fillsTold()).toEqual(["push 1", "query 2"]);
    expect(scene.kinds().lastIndexOf("fill")).toBeLessThan(scene.kinds().indexOf("gap-closed"));
  });

  test("without anybody to ask keeps its gap open and says so", async () => {
    scene.open({}, "none");
    scene.venue.connect();
    await scene.settle();
    scene.venue.break();
    scene.venue.connect();
    await scene.settle();
    const reasons = [{ what: "no-reconciler" }];
    expect(scene.events.filter(({ kind }) => kind.startsWith("gap"))).toMatchObject([
      { kind: "gap" },
      { kind: "gap-open", reasons },
    ]);
    expect(scene.stream.state.gap).toMatchObject({ reasons });
    scene.stream.acceptDifferences();
    await scene.settle();
    expect(scene.stream.state.gap).toBeUndefined();
  });

  test("that requests do not get over keeps its gap open until they do", async () => {
    scene.open();
    scene.venue.connect();
    await scene.settle();
    const works = scene.venue.positions.bind(scene.venue);
    scene.venue.positions = () => Promise.reject(new Error("no"));
    scene.venue.break();
    scene.venue.connect();
    await scene.clock.advanceAndSettle(60_000);
    expect(scene.stream.state.gap?.reasons).toMatchObject([{ what: "reconciler-failed" }]);
    scene.venue.positions = works;
    await scene.clock.advanceAndSettle(30_000);
    expect(scene.events.at(-1)?.kind).toBe("gap-closed");
  });

  test("that filled the buffer is followed by another reconciliation", async () => {
    scene.open({ maxBuffered: 2 });
    scene.venue.connect();
    await scene.settle();
    expect(scene.events).toContainEqual({ kind: "difference", difference: { what: "buffer-overflow", dropped: 1 } });
    await scene.clock.advanceAndSettle(30_000);
    expect(scene.stream.statistics.reconciliations).toBeGreaterThan(1);
    expect(scene.stream.state.assets.size).toBe(1);
  });
});

describe("what cannot be explained", () => {
  test("an order that the venue knows no longer keeps the gap open until it is accepted", async () => {
    scene.open();
    scene.venue.connect();
    await scene.settle();
    const order = scene.venue.place(pair, "open-long", 2);
    await scene.settle();
    scene.venue.break();
    scene.venue.orders.splice(scene.venue.orders.indexOf(order), 1);
    scene.venue.connect();
    await scene.clock.advanceAndSettle(20_000);
    expect(scene.stream.state.gap?.reasons).toEqual([{ what: "order-missing", orderId: order.id }]);
    scene.stream.acceptDifferences();
    await scene.clock.advanceAndSettle(20_000);
    expect(scene.stream.state.gap).toBeUndefined();
  });

  test("a position that moved without a trade keeps the gap open and says by how much", async () => {
    scene.open();
    scene.venue.connect();
    await scene.settle();
    scene.venue.trade(scene.venue.place(pair, "open-long", 2), 2);
    await scene.settle();
    scene.venue.break();
    scene.venue.held.set(`${pair} long`, { pair, side: "long", quantity: 1 });
    scene.venue.connect();
    await scene.clock.advanceAndSettle(10_000);
    expect(scene.stream.state.gap?.reasons).toEqual([
      { what: "position-size", pair, side: "long", explainedQuantity: "2", venueQuantity: "1" },
    ]);
    expect(scene.kinds()).not.toContain(undefined);
    scene.stream.acceptDifferences();
    await scene.clock.advanceAndSettle(10_000);
    expect(scene.stream.state.gap).toBeUndefined();
  });

  test("a finished order whose trades never come is asked about, and reported where nobody can be asked", async () => {
    scene.open({}, "none");
    scene.venue.connect();
    await scene.settle();
    const order = scene.venue.place(pair, "open-long", 2);
    order.fills.push({ pushedId: "f", queriedId: "f", quantity: 2, price: 100, atMs: scene.clock.epochMs() });
    order.status = "filled";
    scene.stream.feed.received({ kind: "order", value: shortOrder(order) });
    await scene.settle();
    expect(scene.events.at(-1)).toMatchObject({
      kind: "difference",
      difference: { what: "order-fills", orderId: order.id, knownQuantity: "0", orderQuantity: "2" },
    });
  });
});

test("an order that was open at the beginning is owed though it ends while the beginning is read", async () => {
  scene.open();
  const order = scene.venue.place(pair, "open-long", 2);
  await scene.clock.advanceAndSettle(10);
  scene.venue.place(pair, "open-long", 2);
  const { feed } = scene.stream;
  scene.venue.feed = { ...feed, received: () => {} };
  const works = scene.venue.orderHistory.bind(scene.venue);
  scene.venue.orderHistory = (request) => {
    scene.venue.orderHistory = works;
    scene.venue.trade(order, 2);
    return works(request);
  };
  scene.venue.connect();
  await scene.settle();
  expect(scene.fillsTold()).toEqual(["query 2"]);
});

test("a fill without a size is asked for and then delivered with it", async () => {
  scene.open();
  scene.venue.connect();
  await scene.settle();
  const order = scene.venue.place(pair, "open-long", 9);
  const fill = { pushedId: "f", queriedId: "f", quantity: 4, price: 100, atMs: scene.clock.epochMs() };
  order.fills.push(fill);
  order.status = "partly-filled";
  scene.stream.feed.received({ kind: "fill", value: pushedFill(order, fill, "sizeless") });
  expect(scene.fillsTold()).toEqual([]);
  await scene.settle();
  expect(scene.fillsTold()).toEqual(["query 4"]);
});

test("fills that were lost on a sound connection are found within the interval", async () => {
  scene.open();
  scene.venue.connect();
  await scene.settle();
  const order = scene.venue.place(pair, "open-long", 9);
  await scene.settle();
  const { feed } = scene.venue;
  scene.venue.feed = undefined;
  scene.venue.trade(order, 4);
  await scene.clock.advanceAndSettle(100);
  scene.venue.feed = feed;
  await scene.clock.advanceAndSettle(40_000);
  expect(scene.fillsTold()).toEqual(["query 4"]);
  expect(scene.stream.state.positions.get(pair)?.long?.quantity).toBe("4");
});

test("a slow caller is told how many events it missed, and the state is right", async () => {
  scene.open({ maxQueued: 3 });
  scene.venue.connect();
  for (let turn = 0; turn < 20; turn++) {
    scene.venue.place(pair, "open-long", 1);
  }
  scene.clock.advance(10_000);
  await scene.settle();
  await scene.settle();
  expect(scene.stream.state.orders.size).toBe(20);
  const missed = scene.events.reduce((sum, event) => sum + (event.kind === "gap" ? event.dropped : 0), 0);
  expect(scene.events.filter(({ kind }) => kind === "order").length + missed).toBeGreaterThanOrEqual(20);
});

test("after the end nothing runs", async () => {
  scene.open();
  scene.venue.connect();
  await scene.clock.advanceAndSettle(30);
  scene.stream.close();
  await scene.clock.advanceAndSettle(10_000);
  const { requests } = scene.venue;
  await scene.clock.advanceAndSettle(100_000);
  expect(scene.venue.requests).toBe(requests);
  expect(scene.clock.pending()).toBe(0);
});

test.each(["-4", "0", "-0.0"])("a pushed fill of %s is no trade of that size: it is asked for", async (size) => {
  scene.open();
  scene.venue.connect();
  await scene.settle();
  const order = scene.venue.place(pair, "open-long", 9);
  const fill = { pushedId: "f", queriedId: "f", quantity: 4, price: 100, atMs: scene.clock.epochMs() };
  order.fills.push(fill);
  order.status = "partly-filled";
  const value = { ...pushedFill(order, fill, "sized"), dealQuantity: as<Quantity>(size) };
  scene.stream.feed.received({ kind: "fill", value });
  await scene.clock.advanceAndSettle(10_000);
  expect(scene.fillsTold()).toEqual(["query 4"]);
});

test("a trade of less than nothing that an answer tells is not delivered, and what is missing is told", async () => {
  scene.open();
  scene.venue.connect();
  await scene.settle();
  const order = scene.venue.place(pair, "open-long", 4);
  const fill = { pushedId: "f", queriedId: "f", quantity: 4, price: 100, atMs: scene.clock.epochMs() };
  order.fills.push(fill);
  order.status = "filled";
  scene.venue.fills = () => Promise.resolve([{ ...queriedFill(order, fill), dealQuantity: as<Quantity>("-4") }]);
  scene.stream.feed.received({ kind: "order", value: shortOrder(order) });
  await scene.clock.advanceAndSettle(20_000);
  expect(scene.fillsTold()).toEqual([]);
  expect(scene.events.at(-1)).toMatchObject({ difference: { what: "order-fills", knownQuantity: "0" } });
});
