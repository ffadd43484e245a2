import { compareDecimal } from "@depthwire/core";
import type { Fill, HistoricalOrder, Order, OrderId } from "@depthwire/schema";
import type { AccountFill } from "../mirror/account-event.js";
import type { AccountMirror, FoundOrder } from "../mirror/account-mirror.js";
import type { AccountOptions } from "../mirror/account-options.js";
import { fillFromQuery, marginFamilyOf, orderFromHistory } from "../mirror/account-records.js";
import type { Difference } from "../mirror/difference.js";
import { addDecimal, isPositive } from "../mirror/exact-sum.js";
import { type Asker, PageCursor } from "./asker.js";
import type { MarginFamily } from "./reconciler.js";

/** How many orders are asked for at once. */
const batchSize = 100;

/** What the venue answered about the orders that a reconciliation looks at. */
export class OrderAnswers {
  readonly #mirror: AccountMirror;
  readonly #options: AccountOptions;
  readonly #records = new Map<OrderId, HistoricalOrder>();
  readonly #fills = new Map<OrderId, readonly AccountFill[]>();
  readonly #listed = new Map<OrderId, Order>();
  /** Fills that are being read, so that an interrupted answer goes on. */
  #reading: { readonly orderId: OrderId; readonly cursor: PageCursor<Fill> } | undefined;
  /** Orders still to be asked about in this round, and those that did not add up in it. */
  #round: { readonly left: Set<OrderId>; readonly unequal: Set<OrderId>; attempt: number } | undefined;
  readonly #asked = new Set<OrderId>();
  #unexplained = new Set<OrderId>();

  constructor(mirror: AccountMirror, options: AccountOptions) {
    this.#mirror = mirror;
    this.#options = options;
  }

  /** Asks about all orders again. Trades that were found are kept. */
  restart(): void {
    this.#asked.clear();
    this.#round = undefined;
    this.#reading = undefined;
  }

  /** Asks until every order adds up or has been asked about often enough. */
  async ask(asker: Asker, candidates: ReadonlyMap<MarginFamily, ReadonlySet<OrderId>>): Promise<void> {
    const all = new Set([...candidates.values()].flatMap((ids) => [...ids]));
    this.#round ??= { left: new Set(), unequal: new Set(), attempt: 1 };
    for (const orderId of all) {
      // What became known while requests failed is asked about too.
      if (!this.#asked.has(orderId)) {
        this.#round.left.add(orderId);
      }
    }
    for (let round = this.#round; ; round = this.#round) {
      for (const [family, ids] of candidates) {
        await this.#orders(asker, family, new Set([...ids].filter((id) => round.left.has(id))), round);
        await this.#trades(asker, family, new Set([...ids].filter((id) => round.unequal.has(id))), round);
      }
      if (round.unequal.size === 0 || round.attempt >= this.#options.attempts) {
        this.#unexplained = round.unequal;
        return;
      }
      await asker.pause(this.#options.settleMs);
      this.#round = { left: round.unequal, unequal: new Set(), attempt: round.attempt + 1 };
    }
  }

  /** Lists tell more of an order than answers by id: what is attached to it. */
  enrich(listed: readonly Order[]): void {
    for (const order of listed) {
      this.#listed.set(order.orderId, order);
    }
  }

  found(): readonly FoundOrder[] {
    return [...this.#records.values()].map((record) => {
      const fills = this.#fills.get(record.orderId) ?? [];
      return {
        order: { ...this.#listed.get(record.orderId), ...orderFromHistory(record) },
        dealCount: record.dealCount,
        updatedAtMs: record.updatedAtMs,
        fills,
        completeness: addsUp(record, fills) ? "complete" : "partial",
      };
    });
  }

  /** Orders that were asked for and not answered. */
  missing(): readonly Difference[] {
    return [...this.#unexplained]
      .filter((orderId) => !this.#records.has(orderId))
      .map((orderId) => ({ what: "order-missing", orderId }));
  }

  /** Asks for orders by id; those whose trades are not all known become unequal. */
  async #orders(asker: Asker, family: MarginFamily, ids: ReadonlySet<OrderId>, round: Round): Promise<void> {
    const queue = [...ids];
    for (let batch = queue.splice(0, batchSize); batch.length > 0; batch = queue.splice(0, batchSize)) {
      const orderIds = batch;
      const records = await asker.ask((venue, signal) => venue.ordersById({ family, orderIds }, signal));
      for (const record of records) {
        this.#records.set(record.orderId, record);
      }
      const told = new Set(records.map((record) => record.orderId));
      for (const orderId of batch) {
        round.left.delete(orderId);
        this.#asked.add(orderId);
        if (!told.has(orderId) || !this.#isExplained(orderId)) {
          round.unequal.add(orderId);
        }
      }
    }
  }

  /** Asks for the trades of the orders that were unequal. */
  async #trades(asker: Asker, family: MarginFamily, ids: ReadonlySet<OrderId>, round: Round): Promise<void> {
    for (const orderId of ids) {
      const record = this.#records.get(orderId);
      if (record === undefined || marginFamilyOf(record.pair) !== family) {
        continue;
      }
      if (this.#reading?.orderId !== orderId) {
        this.#reading = { orderId, cursor: new PageCursor(this.#options.pageSize) };
      }
      const { cursor } = this.#reading;
      await cursor.readOn((page) => asker.ask((venue, signal) => venue.fills({ ...page, family, orderId }, signal)));
      this.#reading = undefined;
      // A record may move to the next page while pages are read: an id counts once.
      // A record that is not a trade is left out: then the order's trades do not add up, and that is reported.
      const items = cursor.items.filter(({ dealQuantity }) => isPositive(dealQuantity));
      const byId = new Map(items.map((fill) => [fill.fillId, fillFromQuery(orderId, fill)]));
      this.#fills.set(orderId, [...byId.values()]);
      if (this.#isExplained(orderId)) {
        round.unequal.delete(orderId);
      }
    }
  }

  /** Whether all trades of an order are known, delivered or found. */
  #isExplained(orderId: OrderId): boolean {
    const record = this.#records.get(orderId);
    if (record === undefined) {
      return false;
    }
    const delivered = this.#mirror.orders.get(orderId)?.fills;
    const found = this.#fills.get(orderId);
    if (delivered?.isComplete(record.dealQuantity, record.dealCount) === true) {
      return true;
    }
    return found === undefined
      ? record.dealCount === 0 && (delivered?.count ?? 0) === 0 && (delivered?.waiting ?? 0) === 0
      : addsUp(record, found);
  }
}

type Round = { readonly left: Set<OrderId>; readonly unequal: Set<OrderId>; readonly attempt: number };

function addsUp(record: HistoricalOrder, fills: readonly AccountFill[]): boolean {
  return fills.length === record.dealCount && compareDecimal(sumOf(fills), record.dealQuantity) === 0;
}

function sumOf(fills: readonly AccountFill[]): string {
  return fills.reduce((sum, fill) => addDecimal(sum, fill.dealQuantity), "0");
}
