import { Credential, type HttpClient, TransportError } from "@depthwire/core";
import { fakeClock, seededRandom } from "@depthwire/testkit";
import { expect, it } from "vitest";
import { type CallerOptions, createRestClient, type RestClient, Trader } from "../index.js";
import { apiKey, apiSecret, jsonResponse, scriptedVenue } from "../spec-kit/scripted-venue.spec-kit.js";

const order = { pair: "4BTC_USDT", quantity: "2", side: "open-long", type: "limit", price: "60000" } as const;
const secondKey = "canary-key-2";

/** What a program changes while a call is on its way through the client. */
interface Scene {
  readonly client: RestClient;
  readonly trader: Trader;
  /** The key of each signed request, in the order in which the transport got them. */
  readonly keys: string[];
  /** How many orders the transport got. */
  readonly orders: () => number;
  readonly settle: (ms: number) => Promise<void>;
}

/** A client that knows the venue's time and has sent an order, so that nothing has to be waited for, on a transport that looks at no signal. */
async function scene(throttle: CallerOptions["throttle"] = {}): Promise<Scene> {
  const clock = fakeClock();
  const keys: string[] = [];
  let orders = 0;
  const http: HttpClient = (_, { target, body = "{}", headers }) => {
    if (target === "/v3/cbu/timestamp") {
      return Promise.resolve(jsonResponse({ time: String(clock.epochMs()) }));
    }
    keys.push(/canary-key-2/.exec(JSON.stringify(headers))?.[0] ?? apiKey);
    if (!target.endsWith("order/open")) {
      return Promise.resolve(jsonResponse({ state: 0, result: { p: 1, t: 0, o: [] } }));
    }
    orders++;
    const { client_oid } = JSON.parse(body) as { readonly client_oid: string };
    return Promise.resolve(jsonResponse({ state: 0, order_id: String(orders), client_oid, status: 1 }));
  };
  const client = createRestClient(
    { addresses: { rest: "http://venue.test" }, credential: new Credential({ apiKey, apiSecret }), throttle },
    { clock, random: seededRandom(1), http },
  );
  await client.measureVenueTime();
  await client.usdt.placeOrder(order);
  const settle = async (ms: number): Promise<void> => void (await clock.advanceAndSettle(ms));
  await settle(20_000);
  await client.measureVenueTime();
  keys.length = 0;
  orders = 0;
  return { client, trader: new Trader({}, { venue: client, clock }), keys, orders: () => orders, settle };
}

it.each<[string, string, (scene: Scene, controller: AbortController) => void]>([
  ["closed", "closed", ({ client }) => client.close()],
  ["halted", "halted", ({ trader }) => void trader.halt("enough").catch(() => undefined)],
  ["given up by its caller", "aborted", (_, controller) => controller.abort()],
])(
  "an order that is %s in the turn in which it was placed is not sent, whatever the transport does",
  async (_, code, stop) => {
    const one = await scene();
    const controller = new AbortController();
    const failure = one.client.usdt.placeOrder(order, { signal: controller.signal }).catch((error: unknown) => error);
    stop(one, controller);
    await one.settle(0);
    expect(await failure).toMatchObject({ code, ambiguous: false, operation: "placeOrder" });
    expect(one.orders()).toBe(0);
  },
);

it("a key that is changed in the turn in which calls were made counts none of another one's", async () => {
  const limit = 10;
  const one = await scene({ limit, reserve: {} });
  const ask = (): void => {
    void one.client.usdt.getOpenOrders({ side: "open-long" }).catch(() => undefined);
  };
  for (let call = 0; call < limit; call++) {
    ask();
  }
  one.client.rotate(new Credential({ apiKey: secondKey, apiSecret }));
  for (let call = 0; call < limit; call++) {
    ask();
  }
  await one.settle(0);
  expect(one.keys.filter((key) => key === apiKey).length).toBeLessThanOrEqual(limit);
  expect(one.keys.filter((key) => key === secondKey).length).toBeLessThanOrEqual(limit);
});

it("an order that could not be sent says so, though trading was halted while it was on its way", async () => {
  let fail = (): void => undefined;
  const venue = scriptedVenue(
    () =>
      new Promise<object>((_, reject) => {
        fail = () => reject(new TransportError("connect-failed", { address: "a", attempts: 1 }));
      }),
  );
  await venue.settle(venue.client.measureVenueTime());
  const placing = venue.client.usdt.placeOrder(order).catch((error: unknown) => error);
  await venue.clock.advanceAndSettle(10);
  venue.client.halt("enough");
  fail();
  expect(await venue.settle(placing)).toMatchObject({ code: "connect-failed", ambiguous: false });
});

it("batch queries are numbered one after the other, and each is held against its own number", async () => {
  const indexes: number[] = [];
  const venue = scriptedVenue(({ body = "" }) => {
    const [, index = ""] = /"index":(\d+)/.exec(decodeURIComponent(body ?? "")) ?? [];
    indexes.push(Number(index));
    return { state: 0, result: { count: 0, page: 1, items: [] }, index: Number(index) };
  });
  for (let call = 0; call < 3; call++) {
    await venue.settle(venue.client.coin.listFills({ orderId: "1", page: 1, size: 2 }));
  }
  expect(indexes).toEqual([1, 2, 3]);
});
