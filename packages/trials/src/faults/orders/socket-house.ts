import { Credential, type HttpClient, type Random } from "@depthwire/core";
import { createNodeClock, createNodeHttpClient } from "@depthwire/node";
import { createRestClient, ordersByClientOrderId, type RestClient } from "@depthwire/rest";
import { createClientOrderIds } from "@depthwire/rest/internal";
import { type Profile, type Sandbox, startSandbox } from "@depthwire/sandbox";
import { type FaultProxy, noFaults, randomInteger, seededRandom, startFaultProxy } from "@depthwire/testkit";
import { deck } from "../deck.js";
import { type ClientHabit, type Placing, place, settle } from "./clients.js";
import type { FateName } from "./fates.js";
import { orderDealer, type PlannedOrder } from "./order-plan.js";
import type { OrderTally } from "./tally.js";

/** A real sandbox and how its client behaves. */
export interface SocketHouseOptions {
  readonly profile: Profile;
  readonly seed: number;
  readonly habit: ClientHabit;
}

/** What connections suffer. */
type Cut = Extract<FateName, "none" | "request-cut" | "answer-cut" | "answer-lost">;

/** Short, since real time passes: the rule is the same. */
const toleranceMs = 1_200;
const callTimeoutMs = 800;
const pairs = 6;
const ordersPerBatch = 120;
/** A little more than requests and answers have: a few cuts come behind the end, and cut nothing. */
const maxBytes: Readonly<Record<"request" | "answer", number>> = { request: 520, answer: 260 };
const cuts: readonly Cut[] = ["none", ...times(5, "request-cut"), ...times(5, "answer-cut"), "answer-lost"];
const unthrottled = { limit: 1_000_000, maxQueued: 1_000_000, connections: 1_000_000, reserve: {} };

/** Places orders through real sockets that a proxy cuts at random bytes, and holds what the client believes against the venue. */
export async function runSocketHouse(options: SocketHouseOptions, count: number, tally: OrderTally): Promise<void> {
  const { profile, seed, habit } = options;
  const quiet = { requestsPerWindow: 0, tickIntervalMs: 1_000, depthIntervalMs: 1_000 };
  const sandbox = await startSandbox({ ...quiet, pairs, profile, seed, timestampToleranceMs: toleranceMs });
  const proxy = await startFaultProxy({ port: sandbox.port });
  const http = createNodeHttpClient({ proxy: "none" });
  try {
    const random = seededRandom(seed);
    const behindProxy = `http://127.0.0.1:${proxy.port}`;
    const client = clientOf(sandbox, behindProxy, http.request);
    const forgetful = clientOf(sandbox, behindProxy, http.request);
    const truth = clientOf(sandbox, sandbox.restUrl, http.request);
    await client.measureVenueTime();
    const house = { client, forgetful, truth, proxy, habit, random, nextCut: deck(cuts, random) };
    const nextOrder = dealerOf(sandbox, random);
    for (let left = count; left > 0; left -= ordersPerBatch) {
      const planned = Array.from({ length: Math.min(left, ordersPerBatch) }, () => nextOrder());
      await batch(house, planned, tally);
      for (const pair of sandbox.pairs) {
        await truth.usdt.cancelAllOrders({ pair });
      }
    }
  } finally {
    await proxy.close();
    await http.close();
    await sandbox.close();
  }
}

interface House {
  readonly client: RestClient;
  /** A client of the same account; it does not know the first one's orders. */
  readonly forgetful: RestClient;
  /** The same account, past the proxy. */
  readonly truth: RestClient;
  readonly proxy: FaultProxy;
  readonly habit: ClientHabit;
  readonly random: Random;
  readonly nextCut: () => Cut;
}

async function batch(house: House, planned: readonly PlannedOrder[], tally: OrderTally): Promise<void> {
  const { client, forgetful, truth, habit } = house;
  const placings: Placing[] = [];
  const fates: Cut[] = [];
  for (const { order } of planned) {
    const fate = house.nextCut();
    fates.push(fate);
    harm(house, fate);
    placings.push(await place(client, forgetful, order, habit));
    heal(house);
  }
  const beliefs = await settle(client, placings, habit, { toleranceMs, marginMs: 300 });
  const found = await ordersByClientOrderId(
    truth,
    planned.map(({ order }) => order.clientOrderId),
  );
  for (const [index, one] of planned.entries()) {
    const belief = beliefs[index];
    const own = found.filter(({ clientOrderId }) => clientOrderId === one.order.clientOrderId);
    if (belief === undefined) {
      continue;
    }
    const ids = own.map(({ orderId }) => orderId);
    tally.take({ planned: one, fate: fates[index] ?? "none", belief }, ids);
    tally.throughSockets += 1;
  }
}

/** The next connection suffers this; the ones before it end. */
function harm({ proxy, random }: House, cut: Cut): void {
  proxy.cut("reset");
  const how = random() < 0.5 ? "reset" : "end";
  if (cut === "request-cut") {
    Object.assign(proxy.toServer, { passBytes: randomInteger(random, 0, maxBytes.request), thenDo: "reset" });
  } else if (cut === "answer-cut") {
    Object.assign(proxy.toClient, { passBytes: randomInteger(random, 0, maxBytes.answer), thenDo: how });
  } else if (cut === "answer-lost") {
    Object.assign(proxy.toClient, { passBytes: 0, thenDo: "silence" });
  }
}

function heal({ proxy }: House): void {
  const { passBytes, thenDo } = noFaults();
  Object.assign(proxy.toServer, { passBytes, thenDo });
  Object.assign(proxy.toClient, { passBytes, thenDo });
  proxy.cut("reset");
}

function clientOf(sandbox: Sandbox, address: string, http: HttpClient): RestClient {
  const { serviceName } = sandbox;
  const credential = new Credential(sandbox.credential);
  return createRestClient(
    { addresses: { rest: address }, credential, serviceName, timeoutMs: callTimeoutMs, throttle: unthrottled },
    { clock: createNodeClock(), random: Math.random, http },
  );
}

function dealerOf(sandbox: Sandbox, random: Random): () => PlannedOrder {
  const markets = sandbox.pairs.flatMap((pair) => sandbox.exchange.market(pair) ?? []);
  const priceOf = (pair: string): number => sandbox.exchange.published(pair)?.window.asks.prices[0] ?? 1;
  return orderDealer(markets, priceOf, createClientOrderIds(createNodeClock(), random), random);
}

function times(count: number, cut: Cut): readonly Cut[] {
  return Array.from({ length: count }, () => cut);
}
