import { OrderOutcomeUnknown, TransportError, VenueError } from "@depthwire/core";
import { describe, expect, it } from "vitest";
import { jsonResponse, scriptedVenue } from "../spec-kit/scripted-venue.spec-kit.js";

const order = { pair: "4BTC_USDT", quantity: "0.001", side: "open-long", type: "limit", price: "60000" } as const;

function failing(error: Error): never {
  throw error;
}

describe("a call that must not be repeated", () => {
  const cut = new TransportError("connection-lost", { address: "x" }, { ambiguous: true });
  const unclear: readonly [string, () => object][] = [
    ["a cut connection", () => failing(cut)],
    ["code 4000", () => ({ state: 4000, msg: "unstable" })],
    ["code 4003", () => ({ state: 4003, msg: "busy" })],
    ["HTTP 502 with HTML", () => jsonResponse("<html>", 502)],
    ["HTTP 500 with a refusal inside", () => jsonResponse({ state: 2027, msg: "x" }, 500)],
    ["a gateway's HTTP 429 in the venue's form", () => jsonResponse({ state: 429, msg: "slow down" }, 429)],
    ["a gateway's HTTP 403 in the older form", () => jsonResponse({ error: { code: "403", msg: "no" } }, 403)],
    ["a code that no table has", () => ({ state: 9999, msg: "?" })],
    ["success and an error at once", () => ({ state: 0, order_id: "1", error: { code: "2027", msg: "no" } })],
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

  it("ends in an unknown outcome when its answer is worth no more waiting, long before its own time is up", async () => {
    const { client, clock, settle } = scriptedVenue(() => new Promise<object>(() => undefined));
    await settle(client.measureVenueTime());
    const beganMs = clock.monotonicMs();
    const failed = await settle(client.usdt.placeOrder(order, { answerTimeoutMs: 1_000 })).catch((e: unknown) => e);
    expect(failed).toBeInstanceOf(OrderOutcomeUnknown);
    expect(clock.monotonicMs() - beganMs).toBeLessThan(1_200);
  });

  it("ends in an unknown outcome after an error that nobody knows: a defect says nothing about the order", async () => {
    const { client, intents, settle } = scriptedVenue(() => failing(new RangeError("a defect of an adapter")));
    const failed = await settle(client.usdt.placeOrder(order)).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(OrderOutcomeUnknown);
    expect((failed as OrderOutcomeUnknown).cause).toBeInstanceOf(RangeError);
    expect(intents.at(-1)).toEqual(["placeOrder", "unknown"]);
  });

  it.each([2027, 2091, 3025])("is refused for certain by code %d", async (state) => {
    const { client, intents, settle } = scriptedVenue(() => ({ state, msg: "no" }));
    const failed = await settle(client.usdt.placeOrder(order)).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(VenueError);
    expect(failed).toMatchObject({ venueCode: state, ambiguous: false });
    expect(intents.at(-1)).toEqual(["placeOrder", "refused"]);
  });

  it("may be sent again under its own id after code 2091, and after no other refusal", async () => {
    const answers = [2091, 0, 2027];
    const { client, settle } = scriptedVenue(() => {
      const state = answers.shift();
      return state === 0 ? { state, order_id: "1", status: 1 } : { state, msg: "" };
    });
    const place = (clientOrderId: string): Promise<unknown> =>
      settle(client.usdt.placeOrder({ ...order, clientOrderId })).catch((error: unknown) => error);
    expect(await place("77")).toMatchObject({ venueCode: 2091 });
    expect(await place("77")).toMatchObject({ orderId: "1" });
    expect(await place("78")).toMatchObject({ venueCode: 2027 });
    expect(await place("78")).toMatchObject({ code: "value-invalid", details: { path: "clientOrderId" } });
  });

  it("that moves money is not sent again by itself, though nothing of it was sent", async () => {
    const down = new TransportError("connect-failed", { address: "a", attempts: 1 });
    const { client, seen, settle } = scriptedVenue(() => failing(down));
    const moved = settle(client.usdt.transferFunds({ amount: "30", coin: "USDT", direction: "in" }));
    await expect(moved).rejects.toMatchObject({ code: "connect-failed", ambiguous: false, operation: "transferFunds" });
    expect(seen).toHaveLength(1);
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

  it.each([
    [2033, 5],
    [2064, 5],
    [2040, 5],
    [2033, 4],
  ])("that is refused with %d worked the first time, if the order is cancelled: status %d", async (state, status) => {
    const { client, seen, settle } = cancelThat(state, status);
    await settle(client.usdt.cancelOrder({ orderId: "12" }));
    expect(seen.map(({ target }) => target.split("/").at(-1))).toEqual(["close", "close", "detail"]);
  });

  it("stays refused when the order was filled", async () => {
    const { client, settle } = cancelThat(2033, 3);
    await expect(settle(client.usdt.cancelOrder({ orderId: "12" }))).rejects.toMatchObject({ venueCode: 2033 });
  });

  it.each([
    ["the venue does not know the order", { state: 2040, msg: "x" }, { venueCode: 2033 }],
    ["the venue does not say what became of it", { state: 3024, msg: "x" }, { venueCode: 3024, operation: "getOrder" }],
    ["nobody can be asked", lost, { code: "connection-lost", operation: "getOrder" }],
  ])("stays refused where %s", async (_, detail, refusal) => {
    const { client, settle } = scriptedVenue(({ target }, attempt) => {
      if (target.endsWith("detail")) {
        return detail instanceof Error ? failing(detail) : detail;
      }
      return attempt === 1 ? failing(lost) : { state: 2033, msg: "x" };
    });
    await expect(settle(client.usdt.cancelOrder({ orderId: "12" }))).rejects.toMatchObject(refusal);
  });

  it("is looked after no longer than its caller's signal says", async () => {
    const controller = new AbortController();
    const { client, clock } = scriptedVenue(({ target }, attempt) => {
      if (target.endsWith("detail")) {
        return new Promise<object>(() => undefined);
      }
      return attempt === 1 ? failing(lost) : { state: 2033, msg: "x" };
    });
    const ended = client.usdt
      .cancelOrder({ orderId: "12" }, { signal: controller.signal })
      .catch((error: unknown) => error);
    await clock.advanceAndSettle(2_000);
    controller.abort();
    await clock.advanceAndSettle(10);
    expect(await Promise.race([ended, Promise.resolve("goes on")])).toMatchObject({ code: "aborted" });
  });

  it("is another thing than a first one, whose refusal stands", async () => {
    const { client, seen, settle } = scriptedVenue(() => ({ state: 2033, msg: "x" }));
    await expect(settle(client.usdt.cancelOrder({ orderId: "12" }))).rejects.toMatchObject({ venueCode: 2033 });
    expect(seen).toHaveLength(1);
  });
});
