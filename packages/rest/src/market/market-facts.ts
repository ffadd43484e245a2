import { addDecimals, type Clock, subtractDecimals } from "@depthwire/core";
import { AbortListeners } from "@depthwire/core/internal";
import type { Contract, Kline, Order, Position } from "@depthwire/schema";
import * as coin from "@depthwire/schema/coin";
import * as usdt from "@depthwire/schema/usdt";
import type { CallOptions } from "../call/call-options.js";
import { CallScope } from "../call/call-scope.js";
import type { CallMaker } from "../call/operation-functions.js";
import { listAll } from "../lists/list-all.js";
import type { OrderState } from "../trader/order-state.js";

/** What of a position orders are held against. */
export interface FactualPosition {
  readonly side: Position["side"];
  readonly quantity: string;
  readonly closableQuantity: string;
}

/** What of an order that waits others are held against. */
export interface WaitingOrder {
  readonly orderId: string;
  readonly side: Order["side"];
  readonly quantity: string;
  readonly dealQuantity: string;
}

/** What orders of a pair are held against before they are sent. What is undefined is not checked. */
export interface MarketFacts {
  readonly pair: string;
  readonly contract: Contract;
  /** Decimals of an order price. */
  readonly priceScale: number;
  /** Price of the last trade. */
  readonly latestPrice?: string | undefined;
  /** The account's positions in the pair. */
  readonly positions?: readonly FactualPosition[] | undefined;
  /** The account's open orders in the pair. */
  readonly openOrders?: readonly WaitingOrder[] | undefined;
}

/** What the account has in a pair. */
export type AccountFacts = Required<Pick<MarketFacts, "positions" | "openOrders">>;

/** Contract and precision records change by the week. Milliseconds. */
const referenceAgeMs = 3_600_000;

/** How long an order waits for reference data that was asked for. Milliseconds. */
const maxWaitMs = 60_000;

interface Reference {
  readonly contract: Contract;
  readonly priceScale: number;
}

/** Keeps reference data, and asks for what changes with every order. */
export class MarketFactsCache {
  readonly #venue: CallMaker;
  readonly #clock: Clock;
  #references: Promise<ReadonlyMap<string, Reference>> | undefined;
  #askedAtMs = 0;

  readonly #listeners = new AbortListeners();

  constructor(venue: CallMaker, clock: Clock) {
    this.#venue = venue;
    this.#clock = clock;
  }

  /**
   * The facts of one pair; undefined where the venue lists no such contract. Reference data is asked for once an hour; the latest
   * price, positions and open orders each time.
   */
  async facts(pair: string, options: CallOptions = {}): Promise<MarketFacts | undefined> {
    const reference = (await this.#sharedReferences(options)).get(pair);
    if (reference === undefined) {
      return undefined;
    }
    const [latestPrice, account] = await Promise.all([
      this.#latestPrice(pair, options),
      this.#askAccount(pair, options),
    ]);
    return { pair, ...reference, latestPrice, ...account };
  }

  /**
   * {@link MarketFactsCache.facts} for one order: no more is asked for than it is held against.
   *
   * @param known what the account has in the pair, where something mirrors it; undefined: the venue is asked
   */
  async factsFor(
    order: Pick<usdt.PlaceOrderInput, "pair" | "type">,
    known: AccountFacts | undefined,
    options: CallOptions,
  ): Promise<MarketFacts | undefined> {
    const { pair, type } = order;
    const reference = (await this.#sharedReferences(options)).get(pair);
    if (reference === undefined) {
      return undefined;
    }
    const [latestPrice, account] = await Promise.all([
      // An order with a price is held against that alone.
      type === "market" ? this.#latestPrice(pair, options) : undefined,
      known ?? this.#askAccount(pair, options),
    ]);
    return { pair, ...reference, latestPrice, ...account };
  }

  async #askAccount(pair: string, options: CallOptions): Promise<AccountFacts> {
    const [positions, openOrders] = await Promise.all([
      this.#venue.call(usdt.getPositions, { pair }, options),
      this.#openOrders(pair, options),
    ]);
    return { positions, openOrders };
  }

  /** The largest quantity of one order of a pair; undefined where the venue lists no such contract. */
  async maxOrderQuantity(pair: string, options: CallOptions = {}): Promise<string | undefined> {
    return (await this.#sharedReferences(options)).get(pair)?.contract.maxOrderQuantity;
  }

  /** A caller that gives up does not end the request that others wait for. */
  async #sharedReferences({ signal, timeoutMs = maxWaitMs }: CallOptions): Promise<ReadonlyMap<string, Reference>> {
    const scope = new CallScope({ clock: this.#clock, listeners: this.#listeners }, timeoutMs, signal);
    try {
      return await scope.until(this.#allReferences());
    } finally {
      scope.end();
    }
  }

  #allReferences(): Promise<ReadonlyMap<string, Reference>> {
    const nowMs = this.#clock.monotonicMs();
    if (this.#references === undefined || nowMs - this.#askedAtMs > referenceAgeMs) {
      this.#askedAtMs = nowMs;
      const asked = this.#askReferences();
      this.#references = asked;
      asked.catch(() => {
        // A failure is not kept: the next order asks again.
        if (this.#references === asked) {
          this.#references = undefined;
        }
      });
    }
    return this.#references;
  }

  async #askReferences(): Promise<ReadonlyMap<string, Reference>> {
    const [contracts, precisions, coinContracts, coinPrecisions] = await Promise.all([
      this.#venue.call(usdt.getContracts, {}),
      this.#venue.call(usdt.getPrecisions, {}),
      this.#venue.call(coin.getContracts, {}),
      this.#venue.call(coin.getPrecisions, {}),
    ]);
    const scales = new Map([...precisions, ...coinPrecisions].map(({ pair, priceScale }) => [pair, priceScale]));
    return new Map(
      [...contracts, ...coinContracts].flatMap((contract) => {
        const priceScale = scales.get(contract.pair);
        return priceScale === undefined ? [] : [[contract.pair, { contract, priceScale }] as const];
      }),
    );
  }

  async #latestPrice(pair: string, options: CallOptions): Promise<string | undefined> {
    const klines: readonly Kline[] = await this.#venue.call(usdt.getKlines, { pair, period: "1min", size: 1 }, options);
    return klines.at(-1)?.closePrice;
  }

  async #openOrders(pair: string, options: CallOptions): Promise<readonly Order[]> {
    const sides = ["open-long", "open-short", "close-long", "close-short"] as const;
    const lists = sides.map((side) => collect(listAll(this.#venue, usdt.getOpenOrders, { pair, side }, options)));
    return (await Promise.all(lists)).flat();
  }
}

/** The facts as they are once an order is gone: it waits no more, and what it reserved can be closed again. */
export function withoutOrder(facts: MarketFacts, order: OrderState): MarketFacts {
  const { positions, openOrders } = facts;
  const { orderId, side } = order;
  const freed = subtractDecimals(order.quantity, order.dealQuantity);
  return {
    ...facts,
    openOrders: openOrders?.filter((one) => one.orderId !== orderId),
    positions: positions?.map((position) =>
      side === `close-${position.side}`
        ? { ...position, closableQuantity: addDecimals(position.closableQuantity, freed) }
        : position,
    ),
  };
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const collected: Item[] = [];
  for await (const item of items) {
    collected.push(item);
  }
  return collected;
}
