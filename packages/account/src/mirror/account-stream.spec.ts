import { type FakeClock, fakeClock } from "@depthwire/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createRequestBudget } from "../reconcile/request-budget.js";
import type { AccountEvent } from "./account-event.js";
import { type AccountOptions, defaultAccountOptions } from "./account-options.js";
import { AccountStream } from "./account-stream.js";
import { pushedFill, shortOrder } from "./scripted-records.spec-kit.js";
import { ScriptedVenue } from "./scripted-venue.spec-kit.js";

const pair = "4BTC_USDT";

let clock: FakeClock;
let venue: ScriptedVenue;
let stream: AccountStream;
let events: AccountEvent[];

beforeEach(() => {
  clock = fakeClock();
  venue = new ScriptedVenue(clock, () => 0.5, {
    ids: "same",
    size: "sized",
    maxStatusDelayMs: 0,
    repeated: 0,
    failing: 0,
  });
});

afterEach(() => stream.close());

function open(options: Partial<AccountOptions> = {}, recovery: "recovery" | "none" = "recovery"): void {
  const budget = createRequestBudget(clock, { burst: 6, everyMs: 10 });
  stream = new AccountStream({
    options: { ...defaultAccountOptions, ...options },
    clock,
    ...(recovery === "none" ? {} : { recovery: { reconciler: venue, budget } }),
  });
  venue.feed = stream.feed;
  events = [];
  void (async () => {
    for await (const event of stream) {
      events.push(event);
    }
  })();
}

const settle = () => clock.advanceAndSettle(5_000);
const kinds = () => events.map(({ kind }) => kind);
const fillsTold = () =>
  events.flatMap((event) => (event.kind === "fill" ? [`${event.origin} ${event.fill.dealQuantity}`] : []));

describe("a break", () => {
  test("is told, what was missed is delivered before what came meanwhile, and the gap is closed", async () => {
    open();
    venue.connect();
    await settle();
    const order = venue.place(pair, "open-long", 9);
    venue.trade(order, 1);
    await settle();
    const brokenAtMs = clock.epochMs();
    stream.feed.received({ kind: "order", value: shortOrder(order) });
    venue.break();
    venue.trade(order, 2);
    await settle();
    events.length = 0;
    venue.connect();
    const connectedAtMs = clock.epochMs();
    venue.trade(order, 3);
    await settle();
    expect(events[0]).toMatchObject({ kind: "gap", reason: "disconnected", fromMs: brokenAtMs, toMs: connectedAtMs });
    expect(fillsTold()).toEqual(["query 2", "query 3"]);
    expect(kinds().indexOf("fill")).toBeLessThan(kinds().indexOf("position"));
    expect(events.at(-1)).toEqual({ kind: "gap-closed", fromMs: brokenAtMs, toMs: connectedAtMs });
    expect(stream.state).toMatchObject({ status: "live", gap: undefined });
    expect(stream.state.positions.get(order.pair as never)?.long?.quantity).toBe("6");
  });

  test("during which an order was placed and filled leaves both its events", async () => {
    open();
    venue.connect();
    await settle();
    venue.break();
    venue.trade(venue.place(pair, "open-long", 2), 2);
    await settle();
    events.length = 0;
    venue.connect();
    await settle();
    expect(kinds().slice(0, 3)).toEqual(["gap", "fill", "order"]);
  });

  test("in the middle of a reconciliation makes it look again before it closes the gap", async () => {
    open();
    venue.connect();
    await settle();
    const order = venue.place(pair, "open-long", 9);
    venue.trade(order, 1);
    await settle();
    venue.break();
    const works = venue.positionChanges.bind(venue);
    venue.positionChanges = () => Promise.reject(new Error("no"));
    venue.connect();
    await clock.advanceAndSettle(1_000);
    venue.break();
    venue.trade(order, 2);
    venue.connect();
    await clock.advanceAndSettle(2_000);
    venue.positionChanges = works;
    await clock.advanceAndSettle(15_000);
    expect(fillsTold()).toEqual(["push 1", "query 2"]);
    expect(kinds().lastIndexOf("fill")).toBeLessThan(kinds().indexOf("gap-closed"));
  });

  test("without anybody to ask keeps its gap open and says so", async () => {
    open({}, "none");
    venue.connect();
    await settle();
    venue.break();
    venue.connect();
    await settle();
    const reasons = [{ what: "no-reconciler" }];
    expect(events.filter(({ kind }) => kind.startsWith("gap"))).toMatchObject([
      { kind: "gap" },
      { kind: "gap-open", reasons },
    ]);
    expect(stream.state.gap).toMatchObject({ reasons });
    stream.acceptDifferences();
    await settle();
    expect(stream.state.gap).toBeUndefined();
  });

  test("that requests do not get over keeps its gap open until they do", async () => {
    open();
    venue.connect();
    await settle();
    const works = venue.positions.bind(venue);
    venue.positions = () => Promise.reject(new Error("no"));
    venue.break();
    venue.connect();
    await clock.advanceAndSettle(60_000);
    expect(stream.state.gap?.reasons).toMatchObject([{ what: "reconciler-failed" }]);
    venue.positions = works;
    await clock.advanceAndSettle(30_000);
    expect(events.at(-1)?.kind).toBe("gap-closed");
  });

  test("that filled the buffer is followed by another reconciliation", async () => {
    open({ maxBuffered: 2 });
    venue.connect();
    await settle();
    expect(events).toContainEqual({ kind: "difference", difference: { what: "buffer-overflow", dropped: 1 } });
    await clock.advanceAndSettle(30_000);
    expect(stream.statistics.reconciliations).toBeGreaterThan(1);
    expect(stream.state.assets.size).toBe(1);
  });
});

describe("what cannot be explained", () => {
  test("an order that the venue knows no longer keeps the gap open until it is accepted", async () => {
    open();
    venue.connect();
    await settle();
    const order = venue.place(pair, "open-long", 2);
    await settle();
    venue.break();
    venue.orders.splice(venue.orders.indexOf(order), 1);
    venue.connect();
    await clock.advanceAndSettle(20_000);
    expect(stream.state.gap?.reasons).toEqual([{ what: "order-missing", orderId: order.id }]);
    stream.acceptDifferences();
    await clock.advanceAndSettle(20_000);
    expect(stream.state.gap).toBeUndefined();
  });

  test("a position that moved without a trade keeps the gap open and says by how much", async () => {
    open();
    venue.connect();
    await settle();
    venue.trade(venue.place(pair, "open-long", 2), 2);
    await settle();
    venue.break();
    venue.held.set(`${pair} long`, { pair, side: "long", quantity: 1 });
    venue.connect();
    await clock.advanceAndSettle(10_000);
    expect(stream.state.gap?.reasons).toEqual([
      { what: "position-size", pair, side: "long", explainedQuantity: "2", venueQuantity: "1" },
    ]);
    stream.acceptDifferences();
    await clock.advanceAndSettle(10_000);
    expect(stream.state.gap).toBeUndefined();
  });

  test("a finished order whose trades never come is asked about, and reported where nobody can be asked", async () => {
    open({}, "none");
    venue.connect();
    await settle();
    const order = venue.place(pair, "open-long", 2);
    order.fills.push({ pushedId: "f", queriedId: "f", quantity: 2, price: 100, atMs: clock.epochMs() });
    order.status = "filled";
    stream.feed.received({ kind: "order", value: shortOrder(order) });
    await settle();
    expect(events.at(-1)).toMatchObject({
      kind: "difference",
      difference: { what: "order-fills", orderId: order.id, knownQuantity: "0", orderQuantity: "2" },
    });
  });
});

test("an order that was open at the beginning is owed though it ends while the beginning is read", async () => {
  open();
  const order = venue.place(pair, "open-long", 2);
  await clock.advanceAndSettle(10);
  venue.place(pair, "open-long", 2);
  const { feed } = stream;
  venue.feed = { ...feed, received: () => {} };
  const works = venue.orderHistory.bind(venue);
  venue.orderHistory = (request) => {
    venue.orderHistory = works;
    venue.trade(order, 2);
    return works(request);
  };
  venue.connect();
  await settle();
  expect(fillsTold()).toEqual(["query 2"]);
});

test("a fill without a size is asked for and then delivered with it", async () => {
  open();
  venue.connect();
  await settle();
  const order = venue.place(pair, "open-long", 9);
  const fill = { pushedId: "f", queriedId: "f", quantity: 4, price: 100, atMs: clock.epochMs() };
  order.fills.push(fill);
  order.status = "partly-filled";
  stream.feed.received({ kind: "fill", value: pushedFill(order, fill, "sizeless") });
  expect(fillsTold()).toEqual([]);
  await settle();
  expect(fillsTold()).toEqual(["query 4"]);
});

test("fills that were lost on a sound connection are found within the interval", async () => {
  open();
  venue.connect();
  await settle();
  const order = venue.place(pair, "open-long", 9);
  await settle();
  const { feed } = venue;
  venue.feed = undefined;
  venue.trade(order, 4);
  await clock.advanceAndSettle(100);
  venue.feed = feed;
  await clock.advanceAndSettle(40_000);
  expect(fillsTold()).toEqual(["query 4"]);
  expect(stream.state.positions.get(pair as never)?.long?.quantity).toBe("4");
});

test("what was lost on a sound connection is told once as a difference, and what is only late is not", async () => {
  open({ reconcileEveryMs: 10_000 });
  venue.connect();
  await settle();
  const late = venue.place(pair, "open-long", 3);
  const lost = venue.place(pair, "open-long", 4);
  await settle();
  const { feed } = venue;
  venue.feed = undefined;
  venue.trade(late, 3);
  venue.trade(lost, 4);
  await clock.advanceAndSettle(100);
  venue.feed = feed;
  const told = () =>
    events.flatMap((event) => (event.kind === "difference" && "orderId" in event.difference ? [event.difference] : []));
  // Both are found at the next interval; the pushes of one come behind the answer.
  while (fillsTold().length < 2) {
    await clock.advanceAndSettle(100);
  }
  expect(told()).toEqual([]);
  stream.feed.received({ kind: "fill", value: pushedFill(late, late.fills[0] as never, "sized") });
  stream.feed.received({ kind: "order", value: shortOrder(late) });
  await settle();
  expect(fillsTold()).toEqual(["query 3", "query 4"]);
  expect(told()).toEqual([{ what: "not-pushed", orderId: lost.id }]);
  await clock.advanceAndSettle(60_000);
  expect(told()).toHaveLength(1);
});

test("a slow caller is told how many events it missed, and the state is right", async () => {
  open({ maxQueued: 3 });
  venue.connect();
  for (let turn = 0; turn < 20; turn++) {
    venue.place(pair, "open-long", 1);
  }
  clock.advance(10_000);
  await settle();
  await settle();
  expect(stream.state.orders.size).toBe(20);
  const missed = events.reduce((sum, event) => sum + (event.kind === "gap" ? event.dropped : 0), 0);
  expect(events.filter(({ kind }) => kind === "order").length + missed).toBeGreaterThanOrEqual(20);
});

test("after the end nothing runs", async () => {
  open();
  venue.connect();
  await clock.advanceAndSettle(30);
  stream.close();
  await clock.advanceAndSettle(10_000);
  const { requests } = venue;
  await clock.advanceAndSettle(100_000);
  expect(venue.requests).toBe(requests);
  expect(clock.pending()).toBe(0);
});
