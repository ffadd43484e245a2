import { getEventListeners } from "node:events";
import { inspect } from "node:util";
import { Credential, type DepthwireError, ProtocolError, TransportError } from "@depthwire/core";
import { describe, expect, it } from "vitest";
import {
  apiKey,
  apiSecret,
  jsonResponse,
  type SeenRequest,
  scriptedVenue,
} from "../spec-kit/scripted-venue.spec-kit.js";

const order = { pair: "4BTC_USDT", quantity: "0.001", side: "open-long", type: "limit", price: "60000" } as const;
const page = { state: 0, result: { p: 1, t: 0, o: [] } };

function failing(error: Error): never {
  throw error;
}

describe("secrets", () => {
  it("stand in no error, no log and no intent", async () => {
    const cut = new TransportError("connection-lost", { address: "x" }, { ambiguous: true });
    const { client, logs, intents, settle } = scriptedVenue(({ target }) =>
      target.endsWith("list") ? failing(cut) : jsonResponse("<html>", 502),
    );
    const errors = await Promise.all([
      settle(client.usdt.placeOrder(order)).catch((error: unknown) => error),
      settle(client.usdt.getOpenOrders({ side: "open-long" })).catch((error: unknown) => error),
      settle(client.coin.listFills({ orderId: "1", page: 1, size: 2 })).catch((error: unknown) => error),
    ]);
    const all = errors.map((error) => inspect(error, { depth: 20, showHidden: true }) + JSON.stringify(error)).join();
    for (const text of [all, JSON.stringify([logs, intents]), inspect(client, { depth: 20, showHidden: true })]) {
      expect(text).not.toContain(apiKey);
      expect(text).not.toContain(apiSecret);
    }
  });

  it("stand in no refusal of a venue that repeats what it was sent", async () => {
    const echo = ({ headers }: SeenRequest): object => ({
      state: 3000,
      msg: `bad request: ${JSON.stringify(headers)}`,
    });
    const { client, seen, settle } = scriptedVenue(echo);
    const refused = await settle(client.usdt.placeOrder(order)).catch((error: unknown) => error);
    expect(refused).toMatchObject({ venueCode: 3000, ambiguous: false });
    const text = inspect(refused, { depth: 20 }) + JSON.stringify(refused);
    expect(text).not.toContain(apiKey);
    expect(text).not.toContain(seen[0]?.headers["svc-api-sign"]);
    const short = scriptedVenue(() => ({ state: 3000, msg: `no such key ${apiKey}` }));
    const named = await short.settle(short.client.usdt.placeOrder(order)).catch((error: unknown) => error);
    expect((named as Error).message).not.toContain(apiKey);
    expect((named as Error).message).toContain("[redacted]");
  });
});

it.each([
  ["1234567", "no such key 1234567"],
  ["12345678", "[redacted]"],
])("the key %s in a refusal: what is as short as a word is left there, as it may be one", async (key, published) => {
  const credential = new Credential({ apiKey: key, apiSecret });
  const { client, settle } = scriptedVenue(() => ({ state: 3000, msg: `no such key ${key}` }), { credential });
  await expect(settle(client.usdt.placeOrder(order))).rejects.toMatchObject({ details: { published } });
});

describe("an error", () => {
  const reading = { side: "open-long" } as const;
  it("tells how often a call was tried that ran into its time each time", async () => {
    const options = { attemptTimeoutMs: 1_000 };
    const { client, seen, settle } = scriptedVenue(() => new Promise<object>(() => undefined), options);
    const failed = settle(client.usdt.getOpenOrders(reading));
    await expect(failed).rejects.toMatchObject({ code: "timed-out", details: { afterMs: 1_000, attempts: 4 } });
    expect(seen).toHaveLength(4);
  });

  it.each([
    ["connect-failed", new TransportError("connect-failed", { address: "a", attempts: 1 })],
    ["connection-lost", new TransportError("connection-lost", { address: "a" }, { ambiguous: true })],
  ])("tells how often the call was tried: %s", async (code, error) => {
    const { client, seen, settle } = scriptedVenue(() => failing(error));
    const failed = settle(client.usdt.getOpenOrders(reading));
    await expect(failed).rejects.toMatchObject({ code, details: { attempts: 4 } });
    expect(seen).toHaveLength(4);
  });

  it.each([
    ["connect-failed", new TransportError("connect-failed", { address: "a", attempts: 1 })],
    ["connection-lost", new TransportError("connection-lost", { address: "a" }, { ambiguous: true })],
    ["clock-unreliable", new ProtocolError("response-shape", { operation: "", path: "time", status: 200 })],
  ])(
    "of a call that could not be signed names the call, and the question for the time as its cause: %s",
    async (code, error) => {
      const { client, settle } = scriptedVenue(() => page, {}, { http: async () => failing(error) });
      const failed = await settle(client.usdt.placeOrder(order)).catch((thrown: unknown) => thrown);
      expect(failed).toMatchObject({ code, operation: "placeOrder", ambiguous: false });
      expect(failed).toHaveProperty("cause.code", error.code);
      const unmeasured = { problem: "not-measured", foundMs: 0, limitMs: 0 };
      expect(failed).toHaveProperty("details", code === "clock-unreliable" ? unmeasured : expect.anything());
      // How often the venue was asked for its time is the call's own count only where the error's form wants one.
      expect("attempts" in (failed as DepthwireError).details).toBe(code === "connect-failed");
      await expect(settle(client.measureVenueTime())).rejects.toMatchObject({ code: error.code });
      await expect(settle(client.usdt.getOpenOrders(reading))).rejects.toMatchObject({ operation: "getOpenOrders" });
    },
  );

  it("of an order that was never sent tells no attempts", async () => {
    const lost = new TransportError("connection-lost", { address: "a" }, { ambiguous: true });
    const { client, settle } = scriptedVenue(() => page, {}, { http: async () => failing(lost) });
    await expect(settle(client.usdt.placeOrder(order))).rejects.toMatchObject({ details: { address: "a" } });
    await expect(settle(client.usdt.placeOrder(order))).rejects.not.toMatchObject({ details: { attempts: 4 } });
  });

  it("of a call whose time was over before its turn came tells no attempts", async () => {
    const { client, seen, settle } = scriptedVenue(() => page, { throttle: { limit: 1, windowMs: 5_000 } });
    await settle(client.usdt.getOpenOrders(reading));
    const late = await settle(client.usdt.getOpenOrders(reading, { timeoutMs: 1_000 })).catch((end: unknown) => end);
    expect(late).toMatchObject({ code: "timed-out", ambiguous: false, details: { afterMs: 1_000 } });
    expect((late as DepthwireError).details).not.toHaveProperty("attempts");
    expect(seen).toHaveLength(1);
  });

  it("of an order tells one attempt", async () => {
    const down = new TransportError("connect-failed", { address: "a", attempts: 1 });
    const { client, settle } = scriptedVenue(() => failing(down));
    await expect(settle(client.usdt.placeOrder(order))).rejects.toMatchObject({ details: { attempts: 1 } });
  });
});

describe("a signal of the caller's", () => {
  it("has one listener, however many calls follow it, and none when they are over", async () => {
    const { client, clock, settle } = scriptedVenue(() => page);
    const controller = new AbortController();
    const { signal } = controller;
    const count = (): number => getEventListeners(signal, "abort").length;
    const calls = Array.from({ length: 40 }, () => client.usdt.getOpenOrders({ side: "open-long" }, { signal }));
    expect(count()).toBe(1);
    await clock.advanceAndSettle(0);
    expect(count()).toBe(1);
    await settle(Promise.all(calls.slice(0, 5)));
    expect(count()).toBe(1);
    const rest = Promise.allSettled(calls.slice(5));
    controller.abort(new Error("enough"));
    const ends = await settle(rest);
    expect(ends.at(-1)).toMatchObject({ reason: { code: "aborted", cause: new Error("enough") } });
    expect(count()).toBe(0);
    await expect(client.usdt.getOpenOrders({ side: "open-long" }, { signal })).rejects.toMatchObject({
      code: "aborted",
    });
  });
});
