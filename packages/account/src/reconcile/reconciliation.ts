import type { HistoricalOrder, Order, OrderId, Pair, PositionChange } from "@depthwire/schema";
import type { AccountMirror, FoundOrder } from "../mirror/account-mirror.js";
import type { AccountOptions } from "../mirror/account-options.js";
import { marginFamilyOf } from "../mirror/account-records.js";
import type { Difference } from "../mirror/difference.js";
import { ensure } from "../mirror/ensure.js";
import { isSettled } from "../mirror/order-table.js";
import { type Asker, PageCursor } from "./asker.js";
import { atOnce } from "./at-once.js";
import type { Baseline } from "./baseline.js";
import { OrderAnswers } from "./order-answers.js";
import { type KnownOrderSide, type MarginFamily, orderSides } from "./reconciler.js";

/** What a reconciliation needs to know. */
export interface ReconciliationParts {
  readonly mirror: AccountMirror;
  readonly baseline: Baseline;
  readonly options: AccountOptions;
}

/**
 * Finds out over requests what was not pushed, without touching the mirror. It goes on where a failed request or another break
 * interrupted it: trades that were found stay found.
 */
export class Reconciliation {
  readonly #parts: ReconciliationParts;
  readonly #answers: OrderAnswers;
  readonly #changes = new Map<Pair, PageCursor<PositionChange>>();
  #open = new Map<KnownOrderSide, PageCursor<Order>>();
  #histories = new Map<MarginFamily, PageCursor<HistoricalOrder>>();

  constructor(parts: ReconciliationParts) {
    this.#parts = parts;
    this.#answers = new OrderAnswers(parts.mirror, parts.options);
  }

  /** Reads lists again from their beginning: something may have happened since they were read. */
  restart(): void {
    this.#open = new Map();
    this.#histories = new Map();
    this.#changes.clear();
    this.#answers.restart();
  }

  /**
   * Everything that may have been missed: open orders, histories, their trades, passive changes.
   *
   * @param mentioned orders that messages speak of which the mirror has not taken in yet
   */
  async everything(asker: Asker, mentioned: ReadonlyMap<OrderId, Pair>): Promise<void> {
    const candidates = new Map<MarginFamily, Set<OrderId>>();
    const listed = await this.#openOrders(asker);
    const { families } = this.#parts.options;
    const histories = await atOnce(families, async (family) => ({
      family,
      history: await this.#history(asker, family),
    }));
    for (const { family, history } of histories) {
      const wanted = new Set(this.#parts.mirror.orders.unsettled(family));
      for (const [orderId, pair] of [...mentioned, ...listed.map((order) => [order.orderId, order.pair] as const)]) {
        if (marginFamilyOf(pair) === family) {
          wanted.add(orderId);
        }
      }
      for (const order of history) {
        if (!this.#isOver(order)) {
          wanted.add(order.orderId);
        }
      }
      candidates.set(family, wanted);
    }
    await this.#answers.ask(asker, candidates);
    this.#answers.enrich(listed);
    await this.#passiveChanges(asker);
  }

  /** Only orders whose trades do not add up. */
  async suspects(asker: Asker): Promise<void> {
    const candidates = new Map<MarginFamily, Set<OrderId>>();
    for (const orderId of this.#parts.mirror.orders.suspects()) {
      const entry = this.#parts.mirror.orders.get(orderId);
      if (entry !== undefined) {
        const family = marginFamilyOf(entry.pair);
        candidates.set(family, (candidates.get(family) ?? new Set()).add(orderId));
      }
    }
    await this.#answers.ask(asker, candidates);
  }

  /** What was found of orders. */
  get orders(): readonly FoundOrder[] {
    return this.#answers.found();
  }

  /** What was found of positions. */
  get changes(): ReadonlyMap<Pair, readonly PositionChange[]> {
    return new Map([...this.#changes].map(([pair, cursor]) => [pair, cursor.items]));
  }

  /** Orders of which the venue knows nothing. */
  get missing(): readonly Difference[] {
    return this.#answers.missing();
  }

  async #openOrders(asker: Asker): Promise<readonly Order[]> {
    const { pageSize } = this.#parts.options;
    await atOnce(orderSides, async (side) => {
      const cursor = ensure(this.#open, side, () => new PageCursor<Order>(pageSize));
      await cursor.readOn((page) => asker.ask((venue, signal) => venue.openOrders({ ...page, side }, signal)));
    });
    return [...this.#open.values()].flatMap((cursor) => cursor.items);
  }

  async #history(asker: Asker, family: MarginFamily): Promise<readonly HistoricalOrder[]> {
    const { mirror, options } = this.#parts;
    const sinceMs = (mirror.newestMs ?? Number.MAX_SAFE_INTEGER) - options.overlapMs;
    const isLast = (page: readonly HistoricalOrder[]): boolean =>
      page.every((order) => this.#isOver(order) && order.createdAtMs < sinceMs);
    const cursor = ensure(this.#histories, family, () => new PageCursor(options.pageSize, isLast));
    await cursor.readOn((page) => asker.ask((venue, signal) => venue.orderHistory({ ...page, family }, signal)));
    return cursor.items;
  }

  /** Whether there is nothing to find out about an order of the past. */
  #isOver(order: HistoricalOrder): boolean {
    const entry = this.#parts.mirror.orders.get(order.orderId);
    return entry === undefined ? this.#parts.baseline.covers(order) : isSettled(entry);
  }

  async #passiveChanges(asker: Asker): Promise<void> {
    const { mirror, options } = this.#parts;
    const sinceMs = (mirror.newestMs ?? Number.MAX_SAFE_INTEGER) - options.overlapMs;
    const isLast = (page: readonly PositionChange[]): boolean =>
      page.every((record) => mirror.changes.isKnown(record) || record.createdAtMs < sinceMs);
    const traded = this.#answers.found().map(({ order }) => order.pair);
    const held = [...mirror.tables.positions.values()].map(({ pair }) => pair);
    for (const pair of new Set([...traded, ...held, ...mirror.sizes.pairs()])) {
      const family = marginFamilyOf(pair);
      const cursor = ensure(this.#changes, pair, () => new PageCursor(options.pageSize, isLast));
      await cursor.readOn((page) =>
        asker.ask((venue, signal) => venue.positionChanges({ ...page, family, pair }, signal)),
      );
    }
  }
}
