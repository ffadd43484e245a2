import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { TransportError } from "@depthwire/core";
import { describe, expect, it } from "vitest";
import { type OrderState, Trader, type TraderOptions, type TraderPorts } from "../index.js";
import { type ScriptedVenue, type SeenRequest, scriptedVenue } from "../spec-kit/scripted-venue.spec-kit.js";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

const order = { pair: "4BTC_USDT", quantity: "2", side: "open-long", type: "limit", price: "60000" } as const;

interface Scene extends ScriptedVenue {
  readonly trader: Trader;
  /** What the venue's records say of an order: status and traded quantity. */
  readonly orders: Map<string, { s: number; eq: string }>;
  ends(): string[];
}

function scene(
  options: TraderOptions = {},
  ports: Partial<TraderPorts> = {},
  answer?: (request: SeenRequest) => object | undefined,
): Scene {
  const orders: Scene["orders"] = new Map();
  let next = 100;
  const venue = scriptedVenue((request) => {
    const scripted = answer?.(request);
    if (scripted !== undefined) {
      return scripted;
    }
    const body = JSON.parse(request.body ?? "{}") as { client_oid?: string; order_id?: string; order_ids?: string[] };
    if (request.target.endsWith("order/open")) {
      const id = String(next++);
      orders.set(id, { s: 1, eq: "0" });
      return { state: 0, order_id: id, client_oid: body.client_oid, status: 1 };
    }
    if (request.target.endsWith("order/close")) {
      const known = orders.get(body.order_id ?? "");
      if (known === undefined || known.s > 2) {
        return { state: 2033, msg: "x" };
      }
      orders.set(body.order_id ?? "", { s: known.s === 2 ? 4 : 5, eq: known.eq });
    }
    if (request.target.endsWith("closeBatch")) {
      for (const id of body.order_ids ?? []) {
        orders.set(id, { s: 5, eq: "0" });
      }
    }
    if (request.target.endsWith("order/list")) {
      return { state: 0, result: { p: 1, t: 0, o: [] } };
    }
    if (request.target.endsWith("listBatch")) {
      return { state: 0, result: (body.order_ids ?? []).map((id) => short(id, orders.get(id))) };
    }
    return { state: 0, result: "" };
  });
  const trader = new Trader(options, { venue: venue.client, clock: venue.clock, ...ports });
  return { ...venue, trader, orders, ends: () => venue.seen.map(({ target }) => target.split("/").at(-1) ?? "") };
}

function short(oi: string, { s, eq } = { s: 1, eq: "0" }): object {
  const money = { dp: "0", f: "0", fb: "0", fb0: "0", fz: "0" };
  return { oi, pi: "4BTC_USDT", sd: 1, p: "60000", q: "2", eq, ...money, r: 0, s, t: 1, ui: 1, of: 6 };
}

function state(orderId: string, status: OrderState["status"], dealQuantity: string): OrderState {
  return {
    orderId,
    pair: "4BTC_USDT",
    side: "open-long",
    price: "60000",
    quantity: "2",
    dealPrice: "60000",
    dealQuantity,
    status,
  } as OrderState;
}

describe("an order as an object", () => {
  it("tells its changes to each loop, its end, and never goes back", async () => {
    const { trader, settle } = scene();
    const handle = await settle(trader.place(order));
    const collect = async (): Promise<string[]> => {
      const seen: string[] = [];
      for await (const { status, dealQuantity } of handle) {
        seen.push(`${status} ${dealQuantity}`);
      }
      return seen;
    };
    const loops = [collect(), collect()];
    trader.heard(state("100", "partly-filled", "1"));
    trader.heard(state("100", "open", "0"));
    trader.heard(state("100", "filled", "2"));
    trader.heard(state("100", "partly-filled", "1"));
    expect((await handle.done).status).toBe("filled");
    const changes = ["open 0", "partly-filled 1", "filled 2"];
    expect(await Promise.all([...loops, collect()])).toEqual([changes, changes, changes]);
    expect(trader.openOrders).toEqual([]);
  });

  it("knows what the stream told before the call was answered", async () => {
    const venue = scene();
    const placing = venue.trader.place({ ...order, clientOrderId: "7" });
    venue.trader.heard({ ...state("100", "filled", "2"), clientOrderId: "7" } as OrderState);
    expect((await (await venue.settle(placing)).done).dealQuantity).toBe("2");
  });

  it("is kept by nobody once it is finished, though it was told before its call was answered", async () => {
    const { trader, settle } = scene();
    const kept: WeakRef<object>[] = [];
    for (let number = 0; number < 100; number++) {
      const clientOrderId = String(number + 1);
      const placing = trader.place({ ...order, clientOrderId });
      for (const status of ["open", "cancelled"] as const) {
        const told = { ...state(String(100 + number), status, "0"), clientOrderId } as OrderState;
        trader.heard(told);
        kept.push(new WeakRef(told));
        await settle(Promise.resolve());
      }
      kept.push(new WeakRef(await settle(placing)));
    }
    // What a reference was made of lives until the turn is over.
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    expect(kept.filter((reference) => reference.deref() !== undefined).length).toBeLessThan(20);
  });

  it("that is filled at once tells how much, by asking: the answer does not say", async () => {
    const filled = (request: SeenRequest): object | undefined =>
      request.target.endsWith("order/open") ? { state: 0, order_id: "100", client_oid: "7", status: 3 } : undefined;
    const { trader, orders, settle, ends } = scene({ pollEveryMs: 3_600_000 }, {}, filled);
    orders.set("100", { s: 3, eq: "2" });
    const handle = await settle(trader.place(order));
    expect(await settle(handle.done, 1_000)).toMatchObject({ status: "filled", dealQuantity: "2" });
    expect(ends()).toEqual(["open", "listBatch"]);
  });

  it("ends even without a stream: it is asked for", async () => {
    const { trader, orders, settle, ends } = scene();
    const handle = await settle(trader.place(order));
    orders.set("100", { s: 3, eq: "2" });
    expect((await settle(handle.done)).status).toBe("filled");
    expect(ends()).toEqual(["open", "listBatch"]);
  });

  it("is cancelled and replaced by what it left", async () => {
    const { trader, orders, seen, settle } = scene();
    const handle = await settle(trader.place(order));
    orders.set("100", { s: 2, eq: "0.5" });
    const replaced = await settle(handle.replace({ price: "60001" }));
    expect(handle.latest.status).toBe("partly-cancelled");
    const [, body] = seen.filter(({ target }) => target.endsWith("open")).map((one) => JSON.parse(one.body ?? ""));
    expect(body).toMatchObject({ amount: "1.5", price: "60001", order_side: 1 });
    expect(replaced.orderId).toBe("101");
  });

  it("is not replaced when it was filled meanwhile", async () => {
    const { trader, orders, settle, ends } = scene();
    const handle = await settle(trader.place(order));
    orders.set("100", { s: 3, eq: "2" });
    await expect(settle(handle.replace({ price: "1" }))).rejects.toMatchObject({ details: { path: "quantity" } });
    expect(ends().filter((end) => end === "open")).toHaveLength(1);
  });

  it("rejects its end when the trader is closed", async () => {
    const { trader, settle } = scene();
    const handle = await settle(trader.place(order));
    trader.close();
    await expect(handle.done).rejects.toMatchObject({ code: "closed" });
    await expect(trader.place(order)).rejects.toMatchObject({ code: "closed" });
  });
});

describe("a call that was cut off", () => {
  const cut = new TransportError("connection-lost", { address: "x" }, { ambiguous: true });
  const cutOpen =
    (found: boolean) =>
    (request: SeenRequest): object | undefined => {
      if (request.target.endsWith("order/open")) {
        throw cut;
      }
      if (request.target.endsWith("listBatchByClientOid")) {
        const { order_ids } = JSON.parse(request.body ?? "") as { order_ids: string[] };
        return { state: 0, result: found ? [{ ...short("55"), coi: order_ids[0], t: 1_602_679_943_911 }] : [] };
      }
      if (request.target.endsWith("order/list")) {
        return { state: 0, result: { p: 1, t: 0, o: [] } };
      }
      return request.target.endsWith("orderHistory")
        ? { state: 0, result: { count: 0, page: 1, items: [] } }
        : { state: 2040, msg: "" };
    };

  it("is resolved into the order that it placed", async () => {
    const { trader, settle } = scene({}, {}, cutOpen(true));
    expect((await settle(trader.place(order))).orderId).toBe("55");
  });

  it("ends in an error that is certain when it placed none", async () => {
    const { trader, settle } = scene({}, {}, cutOpen(false));
    await expect(settle(trader.place(order), 120_000)).rejects.toMatchObject({
      code: "not-placed",
      ambiguous: false,
      operation: "placeOrder",
      details: { clientOrderId: expect.stringMatching(/^\d+$/) },
    });
  });

  it("is known sooner where the venue is known to take requests for a shorter time", async () => {
    const { trader, settle, clock } = scene({ outcomes: { toleranceMs: 2_000, marginMs: 500 } }, {}, cutOpen(false));
    await expect(settle(trader.place(order), 120_000)).rejects.toMatchObject({ code: "not-placed" });
    expect(clock.monotonicMs()).toBeLessThan(8_000);
  });

  it("is thrown at once where that is wanted", async () => {
    const { trader, settle } = scene({}, {}, cutOpen(true));
    await expect(settle(trader.place(order, { onUnknown: "throw" }))).rejects.toMatchObject({
      code: "outcome-unknown",
    });
  });
});

describe("an order that may have left stays unknown", () => {
  const cut = new TransportError("connection-lost", { address: "x" }, { ambiguous: true });
  /** The order is cut off, and no question after it is answered. */
  const silent = (refusal?: object) =>
    scene({}, {}, (request) => {
      if (request.target.endsWith("order/open")) {
        throw cut;
      }
      return (refusal ?? new Promise<object>(() => undefined)) as object;
    });

  it("when the client is closed while it finds out", async () => {
    const { trader, client, clock, settle } = silent();
    await settle(client.measureVenueTime());
    const failure = trader.place(order).catch((error: unknown) => error);
    await clock.advanceAndSettle(2_000);
    client.close();
    await clock.advanceAndSettle(60_000);
    expect(await failure).toMatchObject({ code: "outcome-unknown", details: { operation: "placeOrder" } });
  });

  it("when its caller's signal ends the search", async () => {
    const { trader, client, clock, settle } = silent();
    await settle(client.measureVenueTime());
    const abort = new AbortController();
    const failure = trader.place(order, { signal: abort.signal }).catch((error: unknown) => error);
    await clock.advanceAndSettle(2_000);
    abort.abort();
    await clock.advanceAndSettle(60_000);
    expect(await failure).toMatchObject({ code: "outcome-unknown", details: { operation: "placeOrder" } });
  });

  it("when the venue refuses to be asked: that says nothing of the order", async () => {
    const { trader, settle } = silent({ state: 3012, msg: "apiKey is invalid" });
    await expect(settle(trader.place(order), 900_000)).rejects.toMatchObject({ code: "outcome-unknown" });
  });
});

describe("safety", () => {
  it("says what is wrong with values that cannot be read, before it calculates with them", async () => {
    const { trader, seen } = scene({ limits: { maxOrderValue: "50000" }, marketChecks: "all" });
    await expect(trader.place({ ...order, price: "NaN" })).rejects.toMatchObject({ code: "value-invalid" });
    await expect(trader.place({ ...order, quantity: "" })).rejects.toMatchObject({ code: "value-invalid" });
    expect(seen).toEqual([]);
  });

  it("refuses beyond the caller's limits before anything is sent", async () => {
    const limits = { maxPositionQuantity: "3", maxOrdersPerSecond: 2, priceCollar: "0.01" };
    const ports = { markPrice: () => "60000", positionQuantity: () => "0.5" };
    const { trader, settle, clock, ends } = scene({ limits }, ports);
    await settle(trader.place(order));
    const exceeded = (limit: string): unknown =>
      expect.objectContaining({ details: expect.objectContaining({ limit }) });
    await expect(trader.place(order)).rejects.toEqual(exceeded("maxPositionQuantity"));
    await expect(trader.place({ ...order, quantity: "0.1", price: "61000" })).rejects.toEqual(exceeded("priceCollar"));
    await settle(trader.place({ ...order, quantity: "0.1" }));
    await expect(trader.place({ ...order, quantity: "0.1" })).rejects.toEqual(exceeded("maxOrdersPerSecond"));
    await clock.advanceAndSettle(1_000);
    await settle(trader.place({ ...order, quantity: "0.1" }));
    expect(ends().filter((end) => end === "open")).toHaveLength(3);
  });

  it("counts orders whose calls are not answered yet", async () => {
    const ports = { positionQuantity: () => "0" };
    const { trader, settle } = scene({ limits: { maxPositionQuantity: "3" } }, ports);
    const both = await settle(Promise.allSettled([trader.place(order), trader.place(order)]));
    expect(both.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  });

  it("follows no order that is placed after it was closed", async () => {
    const { trader, settle } = scene();
    const late = trader.place(order);
    trader.close();
    const handle = await settle(late);
    await expect(handle.done).rejects.toMatchObject({ code: "closed" });
    expect(trader.openOrders).toEqual([]);
  });

  it("halts at a disconnect where that is wanted, and only there", async () => {
    const keeps = scene();
    await keeps.settle(keeps.trader.place(order));
    keeps.trader.disconnected();
    expect(keeps.trader.halted).toBeUndefined();
    const halts = scene({ onDisconnect: "halt" });
    await halts.settle(halts.trader.place(order));
    halts.trader.disconnected();
    expect(halts.trader.halted?.reason).toBe("the private stream was lost");
    expect(await halts.settle(halts.trader.halted?.complete ?? Promise.resolve("none"))).toBe("reached");
    expect(halts.orders.get("100")?.s).toBe(5);
  });
});
