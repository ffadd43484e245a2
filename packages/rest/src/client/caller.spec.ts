import { OrderOutcomeUnknown, ProtocolError, TransportError, VenueError } from "@depthwire/core";
import { usdt } from "@depthwire/schema";
import { describe, expect, it } from "vitest";
import { call, defaultThrottleOptions } from "../index.js";
import { apiKey, jsonResponse, scriptedVenue } from "../spec-kit/scripted-venue.spec-kit.js";

const order = { pair: "4BTC_USDT", quantity: "0.001", side: "open-long", type: "limit", price: "60000" } as const;
const placed = { state: 0, order_id: "12", client_oid: "7", status: 1 };
const page = { state: 0, result: { p: 1, t: 0, o: [] } };

function failing(error: Error): never {
  throw error;
}

describe("a call", () => {
  it("is checked, signed when it is sent, and decoded", async () => {
    const { client, seen, settle } = scriptedVenue(() => placed);
    const result = await settle(client.usdt.placeOrder({ ...order, clientOrderId: "7" }));
    expect(result).toEqual({ orderId: "12", clientOrderId: "7", status: "open" });
    const [request] = seen;
    expect(request?.target).toBe("/v3/cbu/order/open");
    expect(request?.headers["svc-api-key"]).toBe(apiKey);
    expect(request?.headers["svc-timestamp"]).toMatch(/^\d{13}$/);
    expect(JSON.parse(request?.body ?? "")).toEqual({
      pair: "4BTC_USDT",
      amount: "0.001",
      order_side: 1,
      order_type: 2,
      price: "60000",
      order_from: 6,
      client_oid: "7",
    });
  });

  it("of an order gets an id of its own where the caller gives none", async () => {
    const { client, seen, settle } = scriptedVenue(() => placed);
    await settle(client.usdt.placeOrder(order));
    expect(JSON.parse(seen[0]?.body ?? "").client_oid).toMatch(/^[1-9]\d{15}$/);
  });

  it("of an order is refused with an id that was used: of two with one id nobody could tell which is which", async () => {
    const { client, seen, settle } = scriptedVenue(() => placed);
    await settle(client.usdt.placeOrder({ ...order, clientOrderId: "7" }));
    await expect(settle(client.usdt.placeOrder({ ...order, clientOrderId: "7" }))).rejects.toMatchObject({
      code: "value-invalid",
      details: { path: "clientOrderId" },
      operation: "placeOrder",
    });
    expect(seen).toHaveLength(1);
  });

  it("of an order may have an id again that is forgotten: `keptOrders` finished ones are remembered", async () => {
    const { client, settle } = scriptedVenue(
      ({ body }) => {
        const id = (JSON.parse(body ?? "{}") as { client_oid: string }).client_oid;
        return { ...placed, order_id: `1${id}`, client_oid: id };
      },
      { keptOrders: 2 },
    );
    const place = (clientOrderId: string): Promise<unknown> =>
      settle(client.usdt.placeOrder({ ...order, clientOrderId }));
    for (const clientOrderId of ["1", "2", "3", "4"]) {
      await place(clientOrderId);
      client.sentOrders.heard({ orderId: `1${clientOrderId}`, clientOrderId, status: "cancelled" });
    }
    await expect(place("2")).rejects.toMatchObject({ code: "value-invalid" });
    await expect(place("1")).resolves.toMatchObject({ orderId: "11" });
    expect(() => scriptedVenue(() => placed, { keptOrders: 0 })).toThrow(
      expect.objectContaining({ code: "option-invalid" }),
    );
  });

  it.each(["mm-1", "007", "0", "", "-7", "1.0", "7 ", "9223372036854775808"])(
    "of an order is refused with the id %j, by which it could not be found again",
    async (clientOrderId) => {
      const { client, seen, settle } = scriptedVenue(() => placed);
      await expect(settle(client.usdt.placeOrder({ ...order, clientOrderId }))).rejects.toMatchObject({
        code: "value-invalid",
        details: { path: "clientOrderId", rule: expect.stringContaining("clientOrderIds") },
        operation: "placeOrder",
      });
      expect(seen).toEqual([]);
    },
  );

  it.each(["1", "9007199254740993", "9223372036854775807"])("of an order takes the id %j", async (clientOrderId) => {
    const { client, seen, settle } = scriptedVenue(() => placed);
    await settle(client.usdt.placeOrder({ ...order, clientOrderId }));
    expect(JSON.parse(seen[0]?.body ?? "").client_oid).toBe(clientOrderId);
  });

  it("of an order takes any id where the caller allows it", async () => {
    const { client, seen, settle } = scriptedVenue(() => placed, { clientOrderIds: "any" });
    await settle(client.usdt.placeOrder({ ...order, clientOrderId: "mm-1" }));
    expect(JSON.parse(seen[0]?.body ?? "").client_oid).toBe("mm-1");
  });

  it("of an order may use an id again that certainly was not sent", async () => {
    const down = new TransportError("connect-failed", { address: "a", attempts: 1 });
    const { client, clock, settle } = scriptedVenue((_, nth) => (nth === 1 ? failing(down) : placed));
    const withId = { ...order, clientOrderId: "7" };
    await expect(settle(client.usdt.placeOrder(withId))).rejects.toMatchObject({ code: "connect-failed" });
    const given = client.usdt.placeOrder(withId, { signal: AbortSignal.abort() });
    await expect(given).rejects.toMatchObject({ code: "aborted" });
    await settle(client.usdt.placeOrder(withId));
    await clock.advanceAndSettle(0);
    expect(client.sentOrders.find({ clientOrderId: "7" })).toMatchObject({ orderId: "12", progress: "open" });
  });

  it("can be made with an operation that was imported alone", async () => {
    const { client, settle } = scriptedVenue(() => page);
    expect(await settle(call(client, usdt.getOpenOrders, { side: "open-long" }))).toMatchObject({ orders: [] });
  });

  it("that breaks a rule is not sent", async () => {
    const { client, seen, settle } = scriptedVenue(() => placed);
    const refused = settle(client.usdt.placeOrder({ ...order, quantity: "0" }));
    await expect(refused).rejects.toMatchObject({ code: "value-invalid", details: { path: "quantity" } });
    expect(seen).toHaveLength(0);
  });

  it("needs no credential where it is public, and says so where it does", async () => {
    const { client, settle } = scriptedVenue(() => page, { credential: undefined });
    await expect(settle(client.usdt.getOpenOrders({ side: "open-long" }))).rejects.toMatchObject({
      code: "option-invalid",
      details: { option: "credential" },
    });
  });
});

describe("a call that may be repeated", () => {
  it("is, with backoff, until it is answered", async () => {
    const lost = new TransportError("connection-lost", { address: "x" }, { ambiguous: true });
    const { client, seen, logs, settle } = scriptedVenue((_, attempt) => (attempt < 3 ? failing(lost) : page));
    expect(await settle(client.usdt.getOpenOrders({ side: "open-long" }))).toMatchObject({ orders: [] });
    expect(seen).toHaveLength(3);
    expect(logs.filter(({ event }) => event === "call-repeated")).toHaveLength(2);
    const timestamps = seen.map(({ headers }) => headers["svc-timestamp"]);
    expect(new Set(timestamps).size).toBe(3);
  });

  it("gives up after a bounded number of attempts, with the error of the last", async () => {
    const { client, seen, settle } = scriptedVenue(() => jsonResponse("<html>", 502));
    const failed = await settle(client.usdt.getOpenOrders({ side: "open-long" })).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ProtocolError);
    expect(failed).toMatchObject({ code: "response-not-json", operation: "getOpenOrders", ambiguous: false });
    expect(seen).toHaveLength(4);
  });

  it("moves on to the next address when one does not answer", async () => {
    const addresses = { rest: ["http://a.test", "http://b.test/"] };
    const down = new TransportError("connect-failed", { address: "a", attempts: 1 });
    const answer = ({ address }: { address: string }): object => (address === "http://a.test" ? failing(down) : page);
    const { client, seen, settle } = scriptedVenue(answer, { addresses });
    await settle(client.usdt.getOpenOrders({ side: "open-long" }));
    await settle(client.usdt.getOpenOrders({ side: "open-long" }));
    expect(seen.map(({ address }) => address)).toEqual(["http://a.test", "http://b.test", "http://b.test"]);
  });

  it("is not, where the venue refused for good", async () => {
    const { client, seen, settle } = scriptedVenue(() => ({ state: 3024, msg: "no" }));
    const failed = await settle(client.usdt.getOpenOrders({ side: "open-long" })).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(VenueError);
    expect(failed).toMatchObject({ venueCode: 3024, retryable: false, operation: "getOpenOrders" });
    expect(seen).toHaveLength(1);
  });

  it("to cancel everything is not repeated once an order was sent: it would hit that one too", async () => {
    const lost = new TransportError("connection-lost", { address: "x" }, { ambiguous: true });
    const isCancel = (target: string): boolean => target.endsWith("closeAll");
    const { client, seen, clock, settle } = scriptedVenue(({ target }) => (isCancel(target) ? failing(lost) : placed));
    await settle(client.measureVenueTime());
    const cancelled = client.usdt.cancelAllOrders({ pair: "4BTC_USDT" }).catch((error: unknown) => error);
    await clock.advanceAndSettle(0);
    await client.usdt.placeOrder(order);
    expect(await settle(cancelled)).toMatchObject({ code: "connection-lost", operation: "cancelAllOrders" });
    expect(seen.filter(({ target }) => isCancel(target))).toHaveLength(1);
  });
});

describe("a call that must not be repeated", () => {
  const cut = new TransportError("connection-lost", { address: "x" }, { ambiguous: true });
  const unclear: readonly [string, () => object][] = [
    ["a cut connection", () => failing(cut)],
    ["code 4000", () => ({ state: 4000, msg: "unstable" })],
    ["code 4003", () => ({ state: 4003, msg: "busy" })],
    ["HTTP 502 with HTML", () => jsonResponse("<html>", 502)],
    ["HTTP 500 with a refusal inside", () => jsonResponse({ state: 2027, msg: "x" }, 500)],
    ["an HTML page with status 200", () => jsonResponse("<html>")],
    ["an empty body", () => jsonResponse("")],
    ["JSON that is no answer", () => ({ state: 0 })],
  ];
  it.each(unclear)("ends in an unknown outcome after %s", async (_, answer) => {
    const { client, seen, intents, settle } = scriptedVenue(answer);
    const failed = await settle(client.usdt.placeOrder({ ...order, clientOrderId: "77" })).catch((e: unknown) => e);
    expect(failed).toBeInstanceOf(OrderOutcomeUnknown);
    const { operation, signedAtMs, ...found } = (failed as OrderOutcomeUnknown).details;
    expect(operation).toBe("placeOrder");
    expect(String(signedAtMs)).toBe(seen[0]?.headers["svc-timestamp"]);
    expect(found).toEqual({ clientOrderId: "77", ...order });
    expect(seen).toHaveLength(1);
    expect(intents).toEqual([
      ["placeOrder", "begun"],
      ["placeOrder", "unknown"],
    ]);
  });

  it("ends in an unknown outcome when its time is up after the first byte", async () => {
    const { client, seen, settle } = scriptedVenue(() => new Promise<object>(() => undefined));
    const failed = await settle(client.usdt.placeOrder(order, { timeoutMs: 3_000 })).catch((e: unknown) => e);
    expect(failed).toBeInstanceOf(OrderOutcomeUnknown);
    expect((failed as OrderOutcomeUnknown).cause).toMatchObject({ code: "timed-out", details: { afterMs: 3_000 } });
    expect(seen).toHaveLength(1);
  });

  it.each([2027, 2091, 3025])("is refused for certain by code %d", async (state) => {
    const { client, intents, settle } = scriptedVenue(() => ({ state, msg: "no" }));
    const failed = await settle(client.usdt.placeOrder(order)).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(VenueError);
    expect(failed).toMatchObject({ venueCode: state, ambiguous: false });
    expect(intents.at(-1)).toEqual(["placeOrder", "refused"]);
  });

  it("was not sent where no byte was written, and is not sent later", async () => {
    const down = new TransportError("connect-failed", { address: "a", attempts: 1 });
    const { client, seen, intents, clock, settle } = scriptedVenue(() => failing(down));
    const failed = await settle(client.usdt.placeOrder(order)).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: "connect-failed", ambiguous: false, operation: "placeOrder" });
    expect(intents.at(-1)).toEqual(["placeOrder", "not-sent"]);
    await clock.advanceAndSettle(600_000);
    expect(seen).toHaveLength(1);
  });
});

describe("a repeated cancel", () => {
  const lost = new TransportError("connection-lost", { address: "x" }, { ambiguous: true });
  const orderOf = (s: number): object => ({
    state: 0,
    result: {
      oi: "12",
      pi: "4BTC_USDT",
      sd: 1,
      p: "1",
      q: "1",
      dp: "0",
      eq: "0",
      f: "0",
      fb: "0",
      fb0: "0",
      fz: "0",
      r: 0,
      s,
      t: 1,
      ui: 1,
      of: 6,
    },
  });
  const cancelThat = (state: number, status: number) =>
    scriptedVenue(({ target }, attempt) => {
      if (target.endsWith("detail")) {
        return orderOf(status);
      }
      return attempt === 1 ? failing(lost) : { state, msg: "x" };
    });

  it.each([2033, 2064])("that is refused with %d worked the first time, if the order is cancelled", async (state) => {
    const { client, seen, settle } = cancelThat(state, 5);
    await settle(client.usdt.cancelOrder({ orderId: "12" }));
    expect(seen.map(({ target }) => target.split("/").at(-1))).toEqual(["close", "close", "detail"]);
  });

  it("stays refused when the order was filled", async () => {
    const { client, settle } = cancelThat(2033, 3);
    await expect(settle(client.usdt.cancelOrder({ orderId: "12" }))).rejects.toMatchObject({ venueCode: 2033 });
  });

  it("is another thing than a first one, whose refusal stands", async () => {
    const { client, seen, settle } = scriptedVenue(() => ({ state: 2033, msg: "x" }));
    await expect(settle(client.usdt.cancelOrder({ orderId: "12" }))).rejects.toMatchObject({ venueCode: 2033 });
    expect(seen).toHaveLength(1);
  });
});

describe("waiting", () => {
  it("ends with the caller's signal, before anything is sent", async () => {
    const { client, seen, clock, settle } = scriptedVenue(() => page, { throttle: { limit: 1, windowMs: 5_000 } });
    await settle(client.usdt.getOpenOrders({ side: "open-long" }));
    const controller = new AbortController();
    const waiting = client.usdt.getOpenOrders({ side: "open-short" }, { signal: controller.signal });
    const failed = waiting.catch((error: unknown) => error);
    await clock.advanceAndSettle(100);
    expect(client.throttleStatistics().signedCalls.queued.read).toBe(1);
    controller.abort(new Error("enough"));
    expect(await failed).toMatchObject({ code: "aborted", ambiguous: false, operation: "getOpenOrders" });
    expect(client.throttleStatistics().signedCalls.queued.read).toBe(0);
    expect(seen).toHaveLength(1);
  });

  it("begins when the venue says that calls come too fast", async () => {
    const { client, seen, settle } = scriptedVenue((_, attempt) => (attempt === 1 ? { state: 2091, msg: "x" } : page));
    await settle(client.usdt.getOpenOrders({ side: "open-long" }));
    const [first, second] = seen;
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(defaultThrottleOptions.coolDownMs);
    expect(client.throttleStatistics().signedCalls.coolDowns).toBe(1);
  });
});
