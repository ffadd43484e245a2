import { expect, it } from "vitest";
import { type OrderHandle, type OrderState, Trader, type TraderOptions } from "../index.js";
import { type Fate, type KeepingVenue, keepingVenue } from "../spec-kit/keeping-venue.spec-kit.js";
import type { SeenRequest } from "../spec-kit/scripted-venue.spec-kit.js";

const order = { pair: "4BTC_USDT", quantity: "2", side: "open-long", type: "limit", price: "60000" } as const;
const filled = { ...order, type: "market" } as const;

interface Scene extends KeepingVenue {
  readonly trader: Trader;
  /** Places an order; the time of {@link Scene.asked} begins when it is there. */
  begin(): Promise<OrderHandle>;
  /** When orders were asked for, in milliseconds. */
  asked(): readonly number[];
}

function scene(fateOf?: (request: SeenRequest) => Fate, options: TraderOptions = {}): Scene {
  const venue = keepingVenue(fateOf);
  const trader = new Trader(options, { venue: venue.client, clock: venue.clock });
  let beganAtMs = 0;
  const begin = async (): Promise<OrderHandle> => {
    await venue.settle(venue.client.measureVenueTime());
    beganAtMs = venue.clock.monotonicMs();
    const placing = trader.place(order);
    await venue.clock.advanceAndSettle(0);
    return placing;
  };
  const asked = (): readonly number[] => venue.seen.filter(isQuestion).map(({ atMs }) => atMs - beganAtMs);
  return { ...venue, trader, begin, asked };
}

const foreign = { ...order, orderId: "9", dealPrice: "0", dealQuantity: "0", status: "open" } as unknown as OrderState;
const isQuestion = ({ target }: SeenRequest): boolean => target.endsWith("listBatch");

/** Resolves when it is told to. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

it("open orders are asked for every two seconds, all in one call, and nothing once none is open", async () => {
  const { trader, begin, settle, clock, asked, seen, orders } = scene();
  const [first, second] = [await begin(), await settle(trader.place(order))];
  await clock.advanceAndSettle(6_000);
  expect(asked()).toEqual([2_000, 4_000, 6_000]);
  expect(JSON.parse(seen.find(isQuestion)?.body ?? "").order_ids).toEqual([first.orderId, second.orderId]);
  for (const kept of orders.values()) {
    Object.assign(kept, { s: 3, eq: "2" });
  }
  await clock.advanceAndSettle(2_000);
  expect(trader.openOrders).toEqual([]);
  await clock.advanceAndSettle(60_000);
  expect(asked()).toHaveLength(4);
  expect(clock.pending()).toBe(0);
});

it("orders are asked for as often as the caller says", async () => {
  const { begin, clock, asked } = scene(undefined, { pollEveryMs: 300 });
  await begin();
  await clock.advanceAndSettle(1_000);
  expect(asked()).toEqual([300, 600, 900]);
});

it("nothing is asked while the stream tells of any order, and again once it was silent for two seconds", async () => {
  const { trader, begin, clock, asked } = scene();
  await begin();
  await clock.advanceAndSettle(1_999);
  trader.heard(foreign);
  await clock.advanceAndSettle(1);
  expect(asked()).toEqual([]);
  trader.heard(foreign);
  await clock.advanceAndSettle(2_000);
  expect(asked()).toEqual([4_000]);
  await clock.advanceAndSettle(1_500);
  trader.heard(foreign);
  trader.disconnected();
  await clock.advanceAndSettle(500);
  expect(asked()).toEqual([4_000, 6_000]);
});

it("a question that is not answered is not asked a second time beside it", async () => {
  const slow = gate();
  const { begin, clock, asked } = scene((request) => (isQuestion(request) ? { until: slow.opened } : "answered"));
  await begin();
  await clock.advanceAndSettle(5_000);
  expect(asked()).toEqual([2_000]);
  slow.open();
  await clock.advanceAndSettle(2_000);
  expect(asked()).toEqual([2_000, 6_000]);
});

it("orders that are filled at once are asked for at once; what is placed meanwhile, right after", async () => {
  const slow = gate();
  const { trader, settle, seen } = scene((request) => (isQuestion(request) ? { until: slow.opened } : "answered"));
  const first = await settle(trader.place(filled));
  const others = [await settle(trader.place(filled)), await settle(trader.place(filled))];
  expect(seen.filter(isQuestion)).toHaveLength(1);
  slow.open();
  await settle(Promise.all([first, ...others].map(({ done }) => done)), 1_000);
  const asked = seen.filter(isQuestion).map(({ body }) => JSON.parse(body ?? "").order_ids);
  expect(asked).toEqual([["100"], ["101", "102"]]);
  expect(trader.openOrders).toEqual([]);
});

it("a question that fails is asked again in its turn", async () => {
  let isDown = true;
  const { begin, clock, asked } = scene((request) => (isDown && isQuestion(request) ? { refused: 3012 } : "answered"));
  await begin();
  await clock.advanceAndSettle(2_000);
  isDown = false;
  await clock.advanceAndSettle(2_000);
  expect(asked()).toEqual([2_000, 4_000]);
});

it("nothing is asked after the trader was closed, not even for what is placed after it", async () => {
  const { trader, settle, clock, asked } = scene();
  await settle(trader.place(order));
  const late = trader.place(filled);
  trader.close();
  trader.close();
  expect(trader.openOrders).toEqual([]);
  await settle(late.catch(() => undefined));
  await clock.advanceAndSettle(60_000);
  expect(asked()).toEqual([]);
  expect(clock.pending()).toBe(0);
});

it("an order of the caller's id that is another order's tells nothing of it", async () => {
  const { trader, settle } = scene();
  const placing = trader.place({ ...order, clientOrderId: "7" });
  trader.heard({ ...foreign, clientOrderId: "7", status: "filled" } as never);
  const handle = await settle(placing);
  expect(handle.isFinished).toBe(false);
  expect(trader.openOrders).toEqual([handle]);
  trader.heard({ ...handle.latest, status: "filled" });
  expect(trader.openOrders).toEqual([]);
});

it("a question that fails says nothing about the orders that it was for", async () => {
  const { begin, clock, asked, client, ends } = scene((request) =>
    isQuestion(request) ? { refused: 3012 } : "answered",
  );
  const { orderId } = await begin();
  await clock.advanceAndSettle(20_000);
  expect(asked()).toHaveLength(10);
  expect(ends()).not.toContain("listBatchByClientOid");
  expect(client.sentOrders.find({ orderId })).toMatchObject({ orderId, progress: "open" });
});

it("an order that is looked for by its client id is not asked for by the id that is in doubt", async () => {
  const { trader, clock, asked, settle } = scene(({ target, body }) => {
    const answer = { state: 0, order_id: "999", client_oid: JSON.parse(body ?? "{}").client_oid, status: 1 };
    return target.endsWith("order/open") ? { answer } : "answered";
  });
  await settle(trader.place(order));
  for (let second = 0; second < 20; second++) {
    trader.heard(foreign);
    await clock.advanceAndSettle(1_000);
  }
  expect(asked()).toHaveLength(1);
});
