import { Credential, type HttpClient, type OrderOutcomeUnknown, TransportError } from "@depthwire/core";
import { fakeClock, seededRandom } from "@depthwire/testkit";
import { describe, expect, it } from "vitest";
import { createRestClient } from "../index.js";
import { apiKey, apiSecret, jsonResponse, scriptedVenue } from "../spec-kit/scripted-venue.spec-kit.js";

const order = { pair: "4BTC_USDT", quantity: "0.001", side: "open-long", type: "limit", price: "60000" } as const;
const placed = { state: 0, order_id: "12", client_oid: "", status: 1 };
const page = { state: 0, result: { p: 1, t: 0, o: [] } };
const lost = new TransportError("connection-lost", { address: "x" }, { ambiguous: true });
const unanswered = new Promise<object>(() => undefined);

function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => "no failure",
    (error: unknown) => error,
  );
}

describe("a client that is closed", () => {
  it("ends what waits for its turn, and leaves no timer", async () => {
    const { client, seen, clock, settle } = scriptedVenue(() => page, { throttle: { limit: 1, windowMs: 5_000 } });
    await settle(client.usdt.getOpenOrders({ side: "open-long" }));
    const failures = [client.usdt.getOpenOrders({ side: "open-short" }), client.usdt.placeOrder(order)].map(failureOf);
    await clock.advanceAndSettle(10);
    client.close();
    expect(await Promise.all(failures)).toMatchObject([
      { code: "closed", ambiguous: false, operation: "getOpenOrders" },
      { code: "closed", ambiguous: false, operation: "placeOrder" },
    ]);
    expect(clock.pending()).toBe(0);
    expect(seen).toHaveLength(1);
  });

  it("ends what waits to be repeated, and repeats nothing", async () => {
    const answer = (): never => {
      throw lost;
    };
    const { client, seen, clock, settle } = scriptedVenue(answer, {
      retry: { firstWindowMs: 30_000, maxWindowMs: 30_000 },
    });
    await settle(client.measureVenueTime());
    const failure = failureOf(client.usdt.getOpenOrders({ side: "open-long" }));
    await clock.advanceAndSettle(10);
    client.close();
    expect(await failure).toMatchObject({ code: "closed", operation: "getOpenOrders" });
    expect(clock.pending()).toBe(0);
    expect(seen).toHaveLength(1);
  });

  it("lets what was sent end as it does: an outcome is worth more than a quick end", async () => {
    let answer: (body: object) => void = () => undefined;
    const answered = new Promise<object>((resolve) => {
      answer = resolve;
    });
    const { client, clock, settle } = scriptedVenue(() => answered);
    await settle(client.measureVenueTime());
    const sent = client.usdt.placeOrder(order);
    await clock.advanceAndSettle(0);
    client.close();
    answer(placed);
    expect(await settle(sent)).toMatchObject({ orderId: "12" });
    expect(clock.pending()).toBe(0);
  });

  it("ends searches for outcomes", async () => {
    const answer = (): never => {
      throw lost;
    };
    const { client, clock, settle } = scriptedVenue(answer);
    const unknown = (await failureOf(settle(client.usdt.placeOrder(order)))) as OrderOutcomeUnknown;
    const failure = failureOf(client.resolveOrder(unknown));
    await clock.advanceAndSettle(60_000);
    client.close();
    expect(await failure).toMatchObject({ code: "closed" });
    expect(clock.pending()).toBe(0);
  });

  it("answers `closed` to every call from then on", async () => {
    const { client } = scriptedVenue(() => unanswered);
    client.close();
    expect(await failureOf(client.usdt.getOpenOrders({ side: "open-long" }))).toMatchObject({ code: "closed" });
    expect(await failureOf(client.measureVenueTime())).toMatchObject({ code: "closed" });
  });
});

describe("a call that was given up before it began", () => {
  it("asks the venue nothing, not even for its time", async () => {
    const asked: string[] = [];
    const http: HttpClient = (_, { target }) => {
      asked.push(target);
      return Promise.reject(new TransportError("connect-failed", { address: "a", attempts: 1 }));
    };
    const credential = new Credential({ apiKey, apiSecret });
    const ports = { clock: fakeClock(), random: seededRandom(1), http };
    const client = createRestClient({ addresses: { rest: "http://venue.test" }, credential }, ports);
    const given = client.usdt.getOpenOrders({ side: "open-long" }, { signal: AbortSignal.abort() });
    expect(await failureOf(given)).toMatchObject({ code: "aborted", ambiguous: false });
    expect(asked).toEqual([]);
  });
});

it("a client that is closed refuses a further call by name, before anything else looks at it", async () => {
  const begun: string[] = [];
  const guard = { begin: ({ name }: { readonly name: string }) => void begun.push(name), sign: () => undefined };
  const { client, seen, settle } = scriptedVenue(() => page, {}, { guard });
  await settle(client.usdt.getOpenOrders({ side: "open-long" }));
  expect(begun.length).toBeGreaterThan(0);
  begun.length = 0;
  client.close();
  expect(await failureOf(client.usdt.getOpenOrders({ side: "open-long" }))).toMatchObject({
    code: "closed",
    operation: "getOpenOrders",
    ambiguous: false,
  });
  expect(begun).toEqual([]);
  expect(seen).toHaveLength(1);
});

it("a read does not wait for what earlier processes left, and an order does", async () => {
  let load: (remembered: { intents: [] }) => void = () => undefined;
  const loaded = new Promise<{ intents: [] }>((resolve) => {
    load = resolve;
  });
  const intents = { begin: async () => undefined, end: async () => undefined, load: () => loaded };
  const answer = ({ target }: { readonly target: string }): object => (target.endsWith("list") ? page : placed);
  const { client, seen, clock, settle } = scriptedVenue(answer, {}, { intents });
  const placing = client.usdt.placeOrder(order);
  await settle(client.usdt.getOpenOrders({ side: "open-long" }));
  await clock.advanceAndSettle(100);
  expect(seen.map(({ target }) => target.split("/").at(-1))).toEqual(["list"]);
  load({ intents: [] });
  await settle(placing);
  expect(seen).toHaveLength(2);
});

it.each([
  ["an error of ours", new TransportError("timed-out", { afterMs: 5 })],
  ["an error of anybody's", new Error("enough")],
  ["nothing", null],
])(
  "a call whose caller's signal ends it with %s says that it was aborted, and has that as its cause",
  async (_, cause) => {
    const { client, clock } = scriptedVenue(() => new Promise<object>(() => undefined));
    const controller = new AbortController();
    const ended = client.usdt
      .getOpenOrders({ side: "open-long" }, { signal: controller.signal })
      .catch((error: unknown) => error);
    controller.abort(cause);
    await clock.advanceAndSettle(100);
    expect(await ended).toMatchObject({ code: "aborted", operation: "getOpenOrders", cause });
  },
);

it("an order on a connection that is still being made is stopped by a halt, and says so", async () => {
  const http: HttpClient = (_address, { target }, { unsentSignal }) =>
    target.endsWith("timestamp")
      ? Promise.resolve(jsonResponse({ time: "1700000000000" }))
      : new Promise((_, reject) => {
          unsentSignal?.addEventListener("abort", () => reject(new TransportError("aborted", {})));
        });
  const { client, clock, settle } = scriptedVenue(() => page, { clock: { maxOffsetMs: 1e15 } }, { http });
  await settle(client.measureVenueTime());
  const ended = failureOf(client.usdt.placeOrder(order));
  await clock.advanceAndSettle(100);
  client.halt("enough");
  await clock.advanceAndSettle(100);
  expect(await ended).toMatchObject({ code: "halted", details: { reason: "enough" }, ambiguous: false });
  expect(client.sentOrders.unfinished()).toEqual([]);
});
