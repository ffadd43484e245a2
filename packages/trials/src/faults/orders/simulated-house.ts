import { type Clock, Credential, type HttpRequest, type Random } from "@depthwire/core";
import { createRestClient, type RestClient } from "@depthwire/rest";
import { createClientOrderIds } from "@depthwire/rest/internal";
import type { Profile } from "@depthwire/sandbox";
import { createInMemoryVenue, type InMemoryVenue } from "@depthwire/sandbox/in-memory";
import { randomInteger, seededRandom } from "@depthwire/testkit";
import { deck } from "../deck.js";
import { type ClientHabit, place, settle } from "./clients.js";
import { CutNetwork } from "./cut-network.js";
import { type FateName, fateNames } from "./fates.js";
import { orderDealer, type PlannedOrder } from "./order-plan.js";
import type { OrderTally } from "./tally.js";

/** One venue in memory and its client. */
export interface SimulatedHouseOptions {
  readonly profile: Profile;
  readonly seed: number;
  readonly habit: ClientHabit;
  /** How long the venue takes a signed request, in milliseconds. */
  readonly toleranceMs: number;
}

const pairs = 6;
/** More than a venue lets wait is refused: a batch stays below it in each market. */
export const ordersPerBatch = 300;
/** Orders of a batch are begun within this time. */
const begunWithinMs = 3_000;
/** After this nothing of a batch is under way any more. */
const allArrivedMs = 100_000;
/** Agents act seldom: the market is not what is looked at. */
const quietMs = 10_000;
/** In every so many batches the venue is silent for a while. */
const silentEvery = 4;
/** No call waits for another. */
const unthrottled = { limit: 1_000_000, maxQueued: 1_000_000, connections: 1_000_000, reserve: {} };

/** A venue in memory, a client beyond a bad network, and the venue's own records. */
export class SimulatedHouse {
  readonly #options: SimulatedHouseOptions;
  readonly #venue: InMemoryVenue;
  readonly #random: Random;
  readonly #network: CutNetwork;
  readonly #client: RestClient;
  /** A client of the same account; it does not know the first one's orders. */
  readonly #forgetful: RestClient;
  readonly #nextOrder: () => PlannedOrder;
  readonly #fates = new Map<string, FateName>();
  readonly #givenUp = new Set<string>();
  /** The venue's records: all orders by the client's id. */
  readonly #placed = new Map<string, Set<string>>();
  #lateArrivals = 0;
  #batches = 0;

  constructor(options: SimulatedHouseOptions) {
    const { profile, seed, toleranceMs } = options;
    this.#options = options;
    this.#random = seededRandom(seed);
    this.#venue = createInMemoryVenue({
      pairs,
      profile,
      seed,
      requestsPerWindow: 0,
      timestampToleranceMs: toleranceMs,
      tickIntervalMs: quietMs,
      depthIntervalMs: quietMs,
    });
    const { userId } = this.#venue;
    this.#venue.apply({ kind: "credit", account: userId, coin: "USDT", amount: "100000000", purse: "contract" });
    this.#keepRecords();
    this.#network = new CutNetwork({
      venue: this.#venue,
      random: this.#random,
      toleranceMs,
      deal: deck(fateNames, this.#random),
      met: (request, fate) => this.#met(request, fate),
    });
    const clock = skewed(this.#venue.clock, randomInteger(this.#random, -60_000, 60_000));
    const { restUrl, credential, serviceName } = this.#venue;
    const create = (): RestClient =>
      createRestClient(
        { addresses: { rest: restUrl }, credential: new Credential(credential), serviceName, throttle: unthrottled },
        { clock, random: this.#random, http: this.#network.http },
      );
    this.#client = create();
    this.#forgetful = create();
    const markets = this.#venue.pairs.flatMap((pair) => this.#venue.exchange.market(pair) ?? []);
    const nextId = createClientOrderIds(clock, this.#random);
    this.#nextOrder = orderDealer(markets, (pair) => this.#bestAsk(pair), nextId, this.#random);
  }

  /** Places a batch, finds out what became of it, and holds that against the venue's records. */
  async batch(count: number, tally: OrderTally): Promise<void> {
    const { habit, toleranceMs } = this.#options;
    this.#begin();
    const planned = Array.from({ length: count }, () => this.#nextOrder());
    const placings = await this.#venue.settle(Promise.all(planned.map((one) => this.#place(one))));
    const beliefs = await this.#venue.settle(settle(this.#client, placings, habit, { toleranceMs }));
    await this.#venue.elapse(allArrivedMs);
    for (const [index, one] of planned.entries()) {
      const { clientOrderId } = one.order;
      const belief = beliefs[index];
      const fate = this.#fates.get(clientOrderId) ?? "none";
      if (belief !== undefined) {
        tally.take({ planned: one, fate, belief }, [...(this.#placed.get(clientOrderId) ?? [])]);
      }
    }
    tally.lateArrivals += this.#lateArrivals;
    await this.#cleanUp();
  }

  close(): void {
    this.#client.close();
    this.#forgetful.close();
    this.#venue.close();
  }

  #begin(): void {
    this.#lateArrivals = 0;
    this.#batches += 1;
    for (const pair of this.#venue.pairs) {
      this.#venue.apply({ kind: "publish-depth", pair });
    }
    if (this.#batches % silentEvery === 0) {
      this.#network.silence(randomInteger(this.#random, 0, begunWithinMs), randomInteger(this.#random, 500, 25_000));
    }
  }

  async #place(planned: PlannedOrder): ReturnType<typeof place> {
    const delayMs = randomInteger(this.#random, 0, begunWithinMs);
    await new Promise<void>((resolve) => this.#venue.clock.after(delayMs, resolve));
    const placing = await place(this.#client, this.#forgetful, planned.order, this.#options.habit);
    if (placing instanceof Error) {
      this.#givenUp.add(planned.order.clientOrderId);
    }
    return placing;
  }

  #keepRecords(): void {
    this.#venue.listen((event) => {
      if (event.kind !== "order-changed" || event.account !== this.#venue.userId) {
        return;
      }
      const { orderId, clientOrderId } = event.order;
      if (clientOrderId === undefined) {
        return;
      }
      const known = this.#placed.get(clientOrderId) ?? new Set();
      if (!known.has(orderId) && this.#givenUp.has(clientOrderId)) {
        this.#lateArrivals += 1;
      }
      this.#placed.set(clientOrderId, known.add(orderId));
    });
  }

  #met({ body = "{}" }: HttpRequest, fate: FateName): void {
    const { client_oid: id } = JSON.parse(body) as { readonly client_oid?: string };
    if (id !== undefined && !this.#fates.has(id)) {
      this.#fates.set(id, fate);
    }
  }

  #bestAsk(pair: string): number {
    return this.#venue.exchange.published(pair)?.window.asks.prices[0] ?? 1;
  }

  async #cleanUp(): Promise<void> {
    const { userId } = this.#venue;
    for (const pair of this.#venue.pairs) {
      this.#venue.apply({ kind: "cancel-all", account: userId, pair });
    }
    await this.#venue.elapse(1_000);
    this.#placed.clear();
    this.#fates.clear();
    this.#givenUp.clear();
  }
}

/** A computer whose own time is wrong. */
function skewed(clock: Clock, byMs: number): Clock {
  return {
    epochMs: () => clock.epochMs() + byMs,
    monotonicMs: () => clock.monotonicMs(),
    after: (delayMs, callback) => clock.after(delayMs, callback),
  };
}
