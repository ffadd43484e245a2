import { fdatasync, openSync, write } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual, promisify } from "node:util";
import { Credential, type HttpClient } from "@depthwire/core";
import { createNodeClock, createNodeHttpClient } from "@depthwire/node";
import { createRestClient, type RestClient } from "@depthwire/rest";
import type { usdt } from "@depthwire/schema";
import type { VenueAnswer } from "../runner/accelerator-entry.js";
import { percentile } from "../runner/arrivals.js";
import { median } from "../runner/measure.js";

/** The pair that is traded. */
export const tradedPair = "4BTC_USDT";

/** The same client, to the venue itself and to the accelerator. */
export interface TwoWays {
  readonly direct: RestClient;
  readonly through: RestClient;
  close(): Promise<void>;
}

const throttle = { limit: 1_000_000, reserve: {} };

/** Signed calls to the venue, unsigned ones to the accelerator. */
export function openTwoWays(
  venue: VenueAnswer,
  accelerator: { readonly port: number; readonly token: string },
): TwoWays {
  const http = createNodeHttpClient();
  const unsigned: HttpClient = (address, { method, target, headers, body }, limits) => {
    const { "content-type": type = "application/json" } = headers;
    const kept = { "content-type": type, "x-depthwire-token": accelerator.token };
    return http.request(address, { method, target, headers: kept, ...(body === undefined ? {} : { body }) }, limits);
  };
  const client = (rest: string, request: HttpClient): RestClient =>
    createRestClient(
      { addresses: { rest }, credential: new Credential(venue.credential), throttle },
      { clock: createNodeClock(), random: Math.random, http: request },
    );
  return {
    direct: client(venue.restUrl, http.request),
    through: client(`http://127.0.0.1:${accelerator.port}`, unsigned),
    close: () => http.close(),
  };
}

/** An order that rests: far below the market. */
async function restingOrder({ direct }: TwoWays): Promise<usdt.PlaceOrderInput> {
  const { tagPrice = "0" } = (await direct.usdt.getTagPrices())[tradedPair] ?? {};
  const price = String(Math.floor(Number(tagPrice) * 0.95));
  return { pair: tradedPair, quantity: "0.01", side: "open-long", type: "limit", price };
}

/** Medians, in milliseconds. */
export interface OrderTimes {
  readonly direct: number;
  readonly through: number;
  /** One write to the disk that orders are remembered on, until it is there. */
  readonly syncedWrite: number;
  /** How much longer one took through the accelerator than the one beside it to the venue. */
  readonly extra: number;
  /** The same, of which one in a hundred took longer. */
  readonly extraP99: number;
}

/** Times orders over both ways by turns, each cancelled again, and a synced write beside each. */
export async function timeOrders(ways: TwoWays, directory: string, rounds: number): Promise<OrderTimes> {
  const order = await restingOrder(ways);
  const times = { direct: [] as number[], through: [] as number[], syncedWrite: [] as number[] };
  const file = openSync(join(directory, "synced"), "w");
  const warmUp = Math.ceil(rounds / 5);
  for (let round = -warmUp; round < rounds; round++) {
    const kinds = round % 2 === 0 ? (["direct", "through"] as const) : (["through", "direct"] as const);
    for (const way of kinds) {
      const beganAtMs = performance.now();
      const { orderId } = await ways[way].usdt.placeOrder(order);
      note(times[way], beganAtMs, round);
      await ways.through.usdt.cancelOrder({ orderId });
    }
    const beganAtMs = performance.now();
    await promisify(write)(file, "x".repeat(300));
    await promisify(fdatasync)(file);
    note(times.syncedWrite, beganAtMs, round);
  }
  const extra = times.through.map((ms, round) => ms - (times.direct[round] as number));
  return {
    direct: median(times.direct),
    through: median(times.through),
    syncedWrite: median(times.syncedWrite),
    extra: median(extra),
    extraP99: percentile(extra, 0.99),
  };
}

function note(times: number[], beganAtMs: number, round: number): void {
  if (round >= 0) {
    times.push(performance.now() - beganAtMs);
  }
}

/** Places and cancels so many orders. */
export async function tradeTimes(ways: TwoWays, times: number): Promise<void> {
  let orders = 0;
  await keepTrading(ways, 0, () => orders++ >= times);
}

/** Places and cancels orders until it is told to end. @returns how many */
export async function keepTrading(ways: TwoWays, everyMs: number, isOver: () => boolean): Promise<number> {
  const order = await restingOrder(ways);
  let orders = 0;
  while (!isOver()) {
    const { orderId } = await ways.through.usdt.placeOrder(order);
    await ways.through.usdt.cancelOrder({ orderId });
    orders += 1;
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  return orders;
}

const patienceMs = 20_000;

/** Holds what the accelerator says against the venue's own answers, with an order open. @throws Error when they differ */
export async function compareAnswers(ways: TwoWays): Promise<void> {
  const { orderId } = await ways.through.usdt.placeOrder(await restingOrder(ways));
  await agree("open orders", ways, ({ usdt: calls }) => calls.getOpenOrders({ pair: tradedPair, side: "open-long" }));
  await agree("the order", ways, ({ usdt: calls }) => calls.getOrder({ orderId }));
  await agree("assets", ways, ({ usdt: calls }) => calls.getAssets());
  await agree("depth", ways, ({ usdt: calls }) => calls.getDepth({ pair: tradedPair, size: 20 }));
  await ways.through.usdt.cancelOrder({ orderId });
}

/** The market goes on between two questions: they are asked until both tell of the same moment. */
async function agree(what: string, ways: TwoWays, ask: (client: RestClient) => Promise<unknown>): Promise<void> {
  const untilMs = performance.now() + patienceMs;
  for (;;) {
    const [direct, through] = await Promise.all([ask(ways.direct), ask(ways.through)]);
    if (isDeepStrictEqual(byValue(direct), byValue(through))) {
      return;
    }
    if (performance.now() > untilMs) {
      throw new Error(`${what}: the venue says ${JSON.stringify(direct)}, the accelerator ${JSON.stringify(through)}`);
    }
  }
}

/** Decimals without zeros at their end. */
function byValue(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer), (_key, value: unknown) =>
    typeof value === "string" && /^-?\d+\.\d+$/.test(value) ? value.replace(/\.?0+$/, "") : value,
  );
}
