import { OrderOutcomeUnknown } from "@depthwire/core";
import { describe, expect, it } from "vitest";
import { haltScene } from "../spec-kit/halt-scene.spec-kit.js";
import { keepingVenue } from "../spec-kit/keeping-venue.spec-kit.js";

const order = { pair: "4BTC_USDT", quantity: "2", side: "open-long", type: "limit", price: "60000" } as const;

/** An answer to an order with the client id 77, in place of the venue's own. */
const foreign: readonly [string, object][] = [
  ["another order's client id", { order_id: "900", client_oid: "12345" }],
  ["another order's client id, as a number", { order_id: "900", client_oid: 12345 }],
  ["an empty id", { order_id: "", client_oid: "77" }],
  ["the id 0", { order_id: "0", client_oid: "77" }],
  ["the id 0, as a number", { order_id: 0, client_oid: "77" }],
  ["no id at all", { client_oid: "77" }],
  ["an empty id and the status of a failed order", { order_id: "", client_oid: "", status: 100 }],
];

const own: readonly [string, object][] = [
  ["the client id as a number", { client_oid: 77 }],
  ["an empty client id", { client_oid: "" }],
  ["the client id 0", { client_oid: "0" }],
  ["no client id", {}],
];

describe("an order that is answered with another one's ids, or none", () => {
  it.each(foreign)("%s: its outcome is unknown", async (_, answer) => {
    const venue = keepingVenue(() => ({ answer: { state: 0, status: 1, ...answer } }));
    const failed = await venue.settle(venue.client.usdt.placeOrder({ ...order, clientOrderId: "77" })).catch((e) => e);
    expect(failed).toBeInstanceOf(OrderOutcomeUnknown);
    expect(failed).toMatchObject({ details: { clientOrderId: "77" }, cause: { code: "response-shape" } });
    if ("order_id" in answer) {
      const path = /client_oid|order_id/;
      expect(failed).toHaveProperty("cause.details", {
        operation: "placeOrder",
        path: expect.stringMatching(path),
        status: 200,
      });
      expect(failed).toHaveProperty("cause.cause.code", "message-shape");
      expect(failed).toHaveProperty(
        "cause.cause.details.expected",
        expect.stringMatching(/^the id (of the order|that was sent)$/),
      );
    }
    expect(venue.intents.at(-1)).toEqual(["placeOrder", "unknown"]);
    expect(venue.client.sentOrders.find({ clientOrderId: "77" })).toMatchObject({ progress: "unknown" });
    expect(venue.client.sentOrders.find({ orderId: "900" })).toBeUndefined();
  });

  it.each(foreign)("%s: a trader ends in the order that the venue has", async (_, answer) => {
    const scene = haltScene(({ target }) =>
      target.endsWith("open") ? { answer: { state: 0, status: 1, ...answer }, isCarriedOut: true } : "answered",
    );
    const handle = await scene.settle(scene.trader.place({ ...order, clientOrderId: "77" }));
    expect(handle.orderId).toBe("100");
    expect(scene.trader.openOrders.map(({ orderId }) => orderId)).toEqual(["100"]);
    await scene.settle(handle.cancel());
    expect(scene.open()).toEqual([]);
  });

  it.each(foreign)("%s: a trader ends in not-placed where it never arrived", async (_, answer) => {
    const scene = haltScene(({ target }) =>
      target.endsWith("open") ? { answer: { state: 0, status: 1, ...answer } } : "answered",
    );
    const placing = scene.settle(scene.trader.place({ ...order, clientOrderId: "77" }));
    await expect(placing).rejects.toMatchObject({ code: "not-placed" });
  });
});

it.each(own)("an order that is answered with %s is placed", async (_, answer) => {
  const venue = keepingVenue(() => ({ answer: { state: 0, order_id: "900", status: 1, ...answer } }));
  const placed = await venue.settle(venue.client.usdt.placeOrder({ ...order, clientOrderId: "77" }));
  expect(placed).toMatchObject({ orderId: "900", status: "open" });
});

it("an answer that comes a second time, for the next order, is not that order's", async () => {
  let first: object | undefined;
  const scene = haltScene(({ target }) =>
    target.endsWith("open") && first !== undefined ? { answer: first, isCarriedOut: true } : "answered",
  );
  const a = await scene.settle(scene.trader.place(order));
  first = { state: 0, order_id: a.orderId, client_oid: scene.orders.get(a.orderId)?.coi, status: 1 };
  const b = await scene.settle(scene.trader.place({ ...order, side: "open-short" }));
  expect([a.orderId, b.orderId]).toEqual(["100", "101"]);
  expect(b.latest).toMatchObject({ side: "open-short" });
  await scene.settle(b.cancel());
  expect(scene.open()).toEqual(["100"]);
});

it("an answer with the venue's id of another order of this client is not this order's, whatever client id it has", async () => {
  let known: string | undefined;
  const scene = haltScene(({ target }) => {
    const answer = { state: 0, order_id: known, client_oid: "78", status: 1 };
    return target.endsWith("open") && known !== undefined ? { answer, isCarriedOut: true } : "answered";
  });
  known = (await scene.settle(scene.trader.place({ ...order, clientOrderId: "77" }))).orderId;
  const next = await scene.settle(scene.trader.place({ ...order, clientOrderId: "78" }));
  expect(next.orderId).toBe("101");
});
