import { type HttpClient, ProtocolError, TransportError, VenueError } from "@depthwire/core";
import { usdt } from "@depthwire/schema";
import { describe, expect, it } from "vitest";
import { type CallerPorts, call, defaultThrottleOptions } from "../index.js";
import { apiKey, jsonResponse, scriptedVenue } from "../spec-kit/scripted-venue.spec-kit.js";

const order = { pair: "4BTC_USDT", quantity: "0.001", side: "open-long", type: "limit", price: "60000" } as const;
const placed = { state: 0, order_id: "12", client_oid: "", status: 1 };
const page = { state: 0, result: { p: 1, t: 0, o: [] } };

function failing(error: Error): never {
  throw error;
}

describe("a call", () => {
  it("is checked, signed when it is sent, and decoded", async () => {
    const { client, seen, settle } = scriptedVenue(() => ({ ...placed, client_oid: "7" }));
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

  it("of an order gets an id of the computer's time, and of the venue's where several computers trade by turns", async () => {
    const idTimeMs = async (ports: Partial<CallerPorts>): Promise<number> => {
      const { client, clock, seen, venueTime, settle } = scriptedVenue(() => placed, {}, ports);
      venueTime.aheadMs = 60_000;
      await settle(client.measureVenueTime());
      await settle(client.usdt.placeOrder(order));
      const id = BigInt(JSON.parse(seen[0]?.body ?? "").client_oid);
      return Number(id / 4_096n) - clock.epochMs();
    };
    expect(Math.abs(await idTimeMs({}))).toBeLessThan(1_000);
    const ahead = await idTimeMs({ guard: { begin: () => undefined, sign: () => undefined } });
    expect(Math.abs(ahead - 60_000)).toBeLessThan(1_000);
  });

  it("of an order is refused with an id that was used: of two with one id nobody could tell which is which", async () => {
    const { client, seen, settle } = scriptedVenue(() => placed);
    await settle(client.usdt.placeOrder({ ...order, clientOrderId: "7" }));
    await expect(settle(client.usdt.placeOrder({ ...order, clientOrderId: "7" }))).rejects.toMatchObject({
      code: "value-invalid",
      details: { path: "clientOrderId", rule: "an id that this client has not used before" },
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

  it("of an order at the market is held against the latest price that its caller knows", async () => {
    const { client, seen, settle } = scriptedVenue(() => placed);
    const triggers = {
      attachedOrderType: "market",
      takeProfitTriggerPrice: "59000",
      stopLossTriggerPrice: "58000",
    } as const;
    const market = { ...order, type: "market", ...triggers } as const;
    await expect(settle(client.usdt.placeOrder(market, { latestPrice: "60000" }))).rejects.toMatchObject({
      code: "value-invalid",
    });
    expect(seen).toEqual([]);
    await settle(client.usdt.placeOrder(market, { latestPrice: "58500" }));
    expect(seen).toHaveLength(1);
  });

  it("that breaks a rule is not sent", async () => {
    const { client, seen, settle } = scriptedVenue(() => placed);
    const refused = settle(client.usdt.placeOrder({ ...order, quantity: "0" }));
    await expect(refused).rejects.toMatchObject({ code: "value-invalid", details: { path: "quantity" } });
    expect(seen).toHaveLength(0);
  });

  it("of a plan order gets no id of the caller's, and is none of the orders that can be found by one", async () => {
    const { client, seen, settle } = scriptedVenue(() => ({ state: 0, result: 5 }));
    const plan = { pair: "4BTC_USDT", price: "1", triggerPrice: "70000", quantity: "1", side: "long" } as const;
    await settle(client.usdt.placePlanOrder({ ...plan, plan: "take-profit", type: "limit" }));
    expect(seen[0]?.body).not.toMatch(/client/i);
    expect(client.sentOrders.unfinished()).toEqual([]);
  });

  it("needs no credential where it is public, and says so where it does", async () => {
    const { client, settle } = scriptedVenue(() => page, { credential: undefined });
    await expect(settle(client.usdt.getOpenOrders({ side: "open-long" }))).rejects.toMatchObject({
      code: "option-invalid",
      details: { option: "credential", rule: "given where calls are signed" },
    });
  });
});

describe("a call that may be repeated", () => {
  it("is not, with a refusal that no table has: nobody knows what it means", async () => {
    const { client, seen, settle } = scriptedVenue(() => ({ state: 9999, msg: "?" }));
    await expect(settle(client.usdt.getOpenOrders({ side: "open-long" }))).rejects.toMatchObject({ venueCode: 9999 });
    expect(seen).toHaveLength(1);
  });

  it("is, with backoff, until it is answered", async () => {
    const lost = new TransportError("connection-lost", { address: "x" }, { ambiguous: true });
    const { client, seen, logs, settle } = scriptedVenue((_, attempt) => (attempt < 3 ? failing(lost) : page));
    expect(await settle(client.usdt.getOpenOrders({ side: "open-long" }))).toMatchObject({ orders: [] });
    expect(seen).toHaveLength(3);
    expect(logs.filter(({ event }) => event === "call-repeated")).toHaveLength(2);
    const timestamps = seen.map(({ headers }) => headers["svc-timestamp"]);
    expect(new Set(timestamps).size).toBe(3);
  });

  it("is after waits whose windows double, up to the widest", async () => {
    const retry = { maxAttempts: 5, firstWindowMs: 100, maxWindowMs: 400 };
    const answer = (): object => jsonResponse("<html>", 502);
    const { client, logs, seen, settle } = scriptedVenue(answer, { retry }, { random: () => 0.999 });
    await settle(client.usdt.getOpenOrders({ side: "open-long" })).catch(() => undefined);
    const repeated = logs.filter(({ event }) => event === "call-repeated");
    expect(repeated.map(({ fields }) => fields["delayMs"])).toEqual([100, 200, 400, 400]);
    expect(seen).toHaveLength(5);
  });

  it("gives up after a bounded number of attempts, with the error of the last", async () => {
    const { client, seen, settle } = scriptedVenue(() => jsonResponse("<html>", 502));
    const failed = await settle(client.usdt.getOpenOrders({ side: "open-long" })).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ProtocolError);
    expect(failed).toMatchObject({ code: "response-not-json", operation: "getOpenOrders", ambiguous: false });
    expect(seen).toHaveLength(4);
  });

  it("is not, where the venue refused for good", async () => {
    const { client, seen, settle } = scriptedVenue(() => ({ state: 3024, msg: "no" }));
    const failed = await settle(client.usdt.getOpenOrders({ side: "open-long" })).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(VenueError);
    expect(failed).toMatchObject({ venueCode: 3024, retryable: false, operation: "getOpenOrders" });
    expect(seen).toHaveLength(1);
  });

  it("to cancel everything is, where no order was sent meanwhile", async () => {
    const lost = new TransportError("connection-lost", { address: "x" }, { ambiguous: true });
    const { client, seen, settle } = scriptedVenue((_, nth) => (nth === 1 ? failing(lost) : { state: 0, result: "" }));
    await settle(client.usdt.cancelAllOrders({ pair: "4BTC_USDT" }));
    expect(seen).toHaveLength(2);
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

  it("is logged: a cool-down as a warning, a repetition with its cause and its pause", async () => {
    const log: unknown[][] = [];
    const logger = { log: (...line: unknown[]) => void log.push(line) };
    const answer = (_: unknown, nth: number): object => (nth === 1 ? { state: 2091, msg: "x" } : page);
    const { client, settle } = scriptedVenue(answer, {}, { logger });
    await settle(client.usdt.getOpenOrders({ side: "open-long" }));
    const operation = "getOpenOrders";
    expect(log).toEqual([
      ["warn", "venue-cool-down", { operation }],
      ["info", "call-repeated", { operation, cause: "venue-refused", failures: 1, delayMs: expect.any(Number) }],
    ]);
  });

  it("for the venue's time holds no call up whose time is known well enough", async () => {
    let isSilent = false;
    const http: HttpClient = (_, { target }) => {
      if (!target.endsWith("timestamp")) {
        return Promise.resolve(jsonResponse(page));
      }
      const time = String(venue.clock.epochMs());
      return isSilent ? new Promise(() => undefined) : Promise.resolve(jsonResponse({ time }));
    };
    const venue = scriptedVenue(() => page, {}, { http });
    const { client, clock, settle } = venue;
    await settle(client.measureVenueTime());
    isSilent = true;
    clock.advance(600_000);
    expect(await settle(client.usdt.getOpenOrders({ side: "open-long" }), 100)).toMatchObject({ orders: [] });
    expect(client.venueTime()?.ageMs).toBeGreaterThanOrEqual(600_000);
  });

  it("begins when the venue says that calls come too fast", async () => {
    const { client, seen, settle } = scriptedVenue((_, attempt) => (attempt === 1 ? { state: 2091, msg: "x" } : page));
    await settle(client.usdt.getOpenOrders({ side: "open-long" }));
    const [first, second] = seen;
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(defaultThrottleOptions.coolDownMs);
    expect(client.throttleStatistics().signedCalls.coolDowns).toBe(1);
  });
});
