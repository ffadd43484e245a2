import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { TransportError } from "@depthwire/core";
import { describe, expect, it } from "vitest";
import type { OrderState } from "../index.js";
import type { SeenRequest } from "../spec-kit/scripted-venue.spec-kit.js";
import { order, scene, short, state } from "./trader-scene.spec-kit.js";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

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
      request.target.endsWith("order/open") ? { state: 0, order_id: "100", client_oid: "", status: 3 } : undefined;
    const { trader, orders, settle, ends } = scene({ pollEveryMs: 3_600_000 }, {}, filled);
    orders.set("100", { s: 3, eq: "2" });
    const handle = await settle(trader.place(order));
    expect(handle.status).toBe("filled");
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
