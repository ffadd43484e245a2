import type { FakeClock } from "@depthwire/testkit";
import { expect, it } from "vitest";
import { type OrderHandle, type OrderState, Trader, type TraderEvent, type TraderOptions } from "../index.js";
import { type Fate, type KeepingVenue, keepingVenue } from "../spec-kit/keeping-venue.spec-kit.js";
import type { Runtime } from "../spec-kit/scripted-venue.spec-kit.js";

const order = { pair: "4BTC_USDT", quantity: "2", side: "open-long", type: "limit", price: "60000" } as const;

interface Scene extends KeepingVenue {
  readonly trader: Trader;
  readonly told: TraderEvent[];
  place(clientOrderId?: string): Promise<OrderHandle>;
}

/**
 * A venue behind something that answers each order with another id than the venue's.
 *
 * @param carriesOut whether the order reaches the venue all the same
 */
function lying(
  carriesOut: "carried-out" | "swallowed" = "carried-out",
  options: TraderOptions = {},
  runtime?: Runtime,
): Scene {
  const told: TraderEvent[] = [];
  const fateOf = ({ target, body }: { readonly target: string; readonly body?: string | undefined }): Fate => {
    if (target.endsWith("order/close") && body?.includes("999") === true) {
      return { refused: 2040 };
    }
    if (!target.endsWith("order/open")) {
      return "answered";
    }
    const answer = { state: 0, order_id: "999", client_oid: JSON.parse(body ?? "{}").client_oid, status: 1 };
    return carriesOut === "carried-out" ? { answer, isCarriedOut: true } : { answer };
  };
  const venue = keepingVenue(fateOf, {}, {}, runtime);
  const listener = (event: TraderEvent): void => void told.push(event);
  const trader = new Trader({ ...options, listener }, { venue: venue.client, clock: venue.clock });
  const place = (clientOrderId = "7"): Promise<OrderHandle> => venue.settle(trader.place({ ...order, clientOrderId }));
  return { ...venue, trader, told, place };
}

/** Answers pass several layers: a look takes some turns, and no time. */
async function settled(clock: FakeClock): Promise<void> {
  for (let turn = 0; turn < 10; turn++) {
    await clock.advanceAndSettle(0);
  }
}

const pushed = (orderId: string, changes: Partial<Record<keyof OrderState, string>> = {}): OrderState =>
  ({ ...order, orderId, clientOrderId: "7", dealPrice: "0", dealQuantity: "0", status: "open", ...changes }) as never;

const contradicted = (order: unknown): object => ({
  kind: "answer-contradicted",
  clientOrderId: "7",
  answered: "999",
  order,
});

it("an order that the stream tells under another id than its answer is looked for by its client id, and followed from then on", async () => {
  const { trader, told, place, clock, ends } = lying();
  const handle = await place();
  expect(handle.orderId).toBe("999");
  trader.heard(pushed("100"));
  await settled(clock);
  expect(ends()).toContain("listBatchByClientOid");
  expect(handle.orderId).toBe("100");
  expect(told).toEqual([contradicted(expect.objectContaining({ orderId: "100" }))]);
  trader.heard(pushed("100", { status: "filled", dealQuantity: "2" }));
  await expect(handle.done).resolves.toMatchObject({ orderId: "100", status: "filled" });
  expect(trader.openOrders).toEqual([]);
});

it("what the stream told before the answer contradicts it too", async () => {
  const { trader, clock, settle } = lying();
  const placing = trader.place({ ...order, clientOrderId: "7" });
  trader.heard(pushed("100"));
  const handle = await settle(placing);
  await settled(clock);
  expect(handle.orderId).toBe("100");
});

it("an id that the venue does not know is found out by asking, without a stream", async () => {
  const { told, place, clock, trader } = lying();
  const handle = await place();
  await clock.advanceAndSettle(4_000);
  await settled(clock);
  expect(handle.orderId).toBe("100");
  expect(told.map(({ kind }) => kind)).toEqual(["answer-contradicted"]);
  expect(trader.openOrders).toEqual([handle]);
});

it("while the stream tells of other orders alone, an order that nobody confirmed is asked for", async () => {
  const { trader, place, clock } = lying();
  const handle = await place();
  for (let second = 0; second < 6; second++) {
    trader.heard(pushed("5", { clientOrderId: "55" }));
    await clock.advanceAndSettle(1_000);
  }
  expect(handle.orderId).toBe("100");
});

it("an order that never came to the venue is not waited for for ever: it is said to be not placed once it can arrive no more", async () => {
  const { told, place, clock, trader } = lying("swallowed");
  const handle = await place();
  const done = expect(handle.done).rejects.toMatchObject({ code: "not-placed", details: { clientOrderId: "7" } });
  await clock.advanceAndSettle(30_000);
  expect(told).toEqual([]);
  await clock.advanceAndSettle(20_000);
  await done;
  expect(told).toEqual([contradicted(undefined)]);
  expect(trader.openOrders).toEqual([]);
});

it("with a tolerance that nobody knows it is unknown, and its handle says so", async () => {
  const { place, clock } = lying("swallowed", { outcomes: { toleranceMs: "not-known" } });
  const handle = await place();
  const done = expect(handle.done).rejects.toMatchObject({ code: "outcome-unknown" });
  await clock.advanceAndSettle(5_000);
  await done;
});

it("an id of somebody else's order is not believed: what that order does is not this one's", async () => {
  const { trader, told, place, clock } = lying();
  const handle = await place();
  trader.heard(pushed("999", { clientOrderId: "55", status: "filled", dealQuantity: "2" }));
  expect(handle.isFinished).toBe(false);
  await settled(clock);
  expect(handle.orderId).toBe("100");
  expect(told).toHaveLength(1);
});

it.each([
  ["of another pair", { pair: "4ETH_USDT" }],
  ["of another side", { side: "open-short" }],
])("an order %s that has the answer's id is another one, though it shows no client id", async (_, changes) => {
  const { trader, told, place, clock } = lying();
  const handle = await place();
  trader.heard({
    ...pushed("999", { ...changes, status: "filled", dealQuantity: "2" }),
    clientOrderId: undefined,
  } as never);
  expect(handle.isFinished).toBe(false);
  await settled(clock);
  expect(handle.orderId).toBe("100");
  expect(told).toHaveLength(1);
});

it("a halt cancels the order that is there, and leaves alone what only the answer named", async () => {
  const { trader, place, clock, settle, foreign, open, orders } = lying();
  await place();
  const other = foreign({ coi: "55" });
  orders.delete(other.oi);
  orders.set("999", { ...other, oi: "999" });
  trader.heard(pushed("100"));
  await settled(clock);
  await settle(trader.halt("enough"));
  expect(open()).not.toContain("100");
  expect(open()).toContain("999");
});

it("a cancel that is refused since the venue knows no such order has it looked for", async () => {
  const { place, clock, settle } = lying();
  const handle = await place();
  await expect(settle(handle.cancel())).rejects.toMatchObject({ venueCode: 2040 });
  await settled(clock);
  expect(handle.orderId).toBe("100");
});

it("an order that was confirmed once stays what it is when a second one has its client id: that is told as before", async () => {
  const told: string[] = [];
  const venue = keepingVenue();
  const listener = ({ kind }: TraderEvent): void => void told.push(kind);
  const trader = new Trader({ listener }, { venue: venue.client, clock: venue.clock });
  const handle = await venue.settle(trader.place({ ...order, clientOrderId: "7" }));
  trader.heard(pushed("100"));
  trader.heard(pushed("101"));
  await settled(venue.clock);
  expect(handle.orderId).toBe("100");
  expect(told).toEqual(["client-order-id-twice"]);
});

it("an order that is confirmed while it is looked for is followed as it was answered, and nothing is told", async () => {
  const told: TraderEvent[] = [];
  let isBehind = true;
  const venue = keepingVenue(({ target }) =>
    isBehind && target.includes("listBatch") ? { answer: { state: 0, result: [] } } : "answered",
  );
  const trader = new Trader(
    { listener: (event) => void told.push(event) },
    { venue: venue.client, clock: venue.clock },
  );
  const handle = await venue.settle(trader.place({ ...order, clientOrderId: "7" }));
  await venue.clock.advanceAndSettle(6_000);
  isBehind = false;
  await venue.clock.advanceAndSettle(60_000);
  expect(handle.orderId).toBe("100");
  expect(handle.isFinished).toBe(false);
  expect(trader.openOrders).toEqual([handle]);
  expect(venue.client.sentOrders.find({ orderId: "100" })).toMatchObject({ clientOrderId: "7", progress: "open" });
  expect(told).toEqual([]);
});

it("where a runtime may send twice, the only order that is there is not cancelled as the second one", async () => {
  const { place, clock, open } = lying("carried-out", {}, "may-repeat");
  const handle = await place();
  await clock.advanceAndSettle(40_000);
  expect(handle.orderId).toBe("100");
  expect(open()).toEqual(["100"]);
});

it("an order that was filled at once, and that no look shows yet, is not doubted for that", async () => {
  const venue = keepingVenue(({ target }) =>
    target.endsWith("listBatch") ? { answer: { state: 0, result: [] } } : "answered",
  );
  const trader = new Trader({}, { venue: venue.client, clock: venue.clock });
  await venue.clock.advanceAndSettle(60_000);
  await venue.settle(trader.place({ ...order, type: "market", clientOrderId: "7" }));
  await settled(venue.clock);
  expect(venue.ends()).toContain("listBatch");
  expect(venue.ends()).not.toContain("listBatchByClientOid");
  expect(venue.client.sentOrders.find({ clientOrderId: "7" })).toMatchObject({ orderId: "100" });
});

it("an order that a record without its client id confirms while it is looked for is known by the venue's id again", async () => {
  const venue = keepingVenue(({ target }) =>
    target.includes("listBatch") ? { answer: { state: 0, result: [] } } : "answered",
  );
  const trader = new Trader({}, { venue: venue.client, clock: venue.clock });
  const handle = await venue.settle(trader.place({ ...order, clientOrderId: "7" }));
  await venue.clock.advanceAndSettle(6_000);
  expect(venue.client.sentOrders.find({ orderId: "100" })).toBeUndefined();
  trader.heard({ ...pushed("100"), clientOrderId: undefined } as never);
  expect(venue.client.sentOrders.find({ orderId: "100" })).toMatchObject({ clientOrderId: "7", progress: "open" });
  await venue.clock.advanceAndSettle(60_000);
  expect(trader.openOrders).toEqual([handle]);
});

it.each([
  ["refuses to answer", { refused: 4000 }],
  ["shows parts of its lists", { answer: { state: 0, result: { p: 1, t: 50, o: [] } } }],
] as const)("a venue that %s leaves an order in doubt: it is asked again until it tells", async (_, silence) => {
  const told: TraderEvent[] = [];
  const log: unknown[][] = [];
  let isSilent = true;
  const venue = keepingVenue(({ target, body }) => {
    if (target.endsWith("order/open")) {
      const answer = { state: 0, order_id: "999", client_oid: JSON.parse(body ?? "{}").client_oid, status: 1 };
      return { answer, isCarriedOut: true };
    }
    if (!isSilent) {
      return "answered";
    }
    if ("answer" in silence && target.includes("listBatch")) {
      return { answer: { state: 0, result: [] } };
    }
    return "answer" in silence && !target.endsWith("order/list") ? "answered" : silence;
  });
  const trader = new Trader(
    {
      listener: (event) => void told.push(event),
      outcomes: { timeoutMs: 10_000, toleranceMs: 2_000, marginMs: 0 },
    },
    { venue: venue.client, clock: venue.clock, logger: { log: (...line) => log.push(line) } },
  );
  const handle = await venue.settle(trader.place({ ...order, clientOrderId: "7" }));
  trader.heard(pushed("100"));
  await venue.clock.advanceAndSettle(60_000);
  expect(handle.isFinished).toBe(false);
  expect(told).toEqual([]);
  isSilent = false;
  await venue.clock.advanceAndSettle(30_000);
  expect(handle.orderId).toBe("100");
  expect(log).toEqual([["error", "answer-contradicted", { answered: "999", found: "100" }]]);
});

it("a look that the venue refuses since it knows no such order has the order looked for by its client id", async () => {
  const venue = keepingVenue(({ target, body }) => {
    if (target.endsWith("listBatch")) {
      return { refused: 2040 };
    }
    const answer = { state: 0, order_id: "999", client_oid: JSON.parse(body ?? "{}").client_oid, status: 1 };
    return target.endsWith("order/open") ? { answer, isCarriedOut: true } : "answered";
  });
  const trader = new Trader({}, { venue: venue.client, clock: venue.clock });
  const handle = await venue.settle(trader.place({ ...order, clientOrderId: "7" }));
  await venue.clock.advanceAndSettle(6_000);
  await settled(venue.clock);
  expect(handle.orderId).toBe("100");
});
