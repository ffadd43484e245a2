import type { HistoricalOrder, Order, OrderId, Pair, PositionChange } from "@depthwire/schema";
import type { AccountMirror } from "../mirror/account-mirror.js";
import type { AccountOptions } from "../mirror/account-options.js";
import { marginFamilyOf } from "../mirror/account-records.js";
import { ensure } from "../mirror/ensure.js";
import { isFinished } from "../mirror/order-progress.js";
import type { AccountBeginning } from "../ports/delivered-store.js";
import { type Asker, PageCursor } from "./asker.js";
import { atOnce } from "./at-once.js";
import { type KnownOrderSide, type MarginFamily, orderSides } from "./reconciler.js";

/** Whether this client sent an order, as far as it remembers. */
export type IsOwnOrder = (order: Pick<HistoricalOrder, "orderId" | "clientOrderId">) => boolean;

/**
 * What happened before the mirror began, by the venue's clock: orders that had finished then are not its business. An order
 * that was still open then is, with all its trades, and so is one that this client sent: it may have been placed and traded before
 * the first login, or while the beginning was read.
 */
export class Baseline {
  readonly #openIds = new Set<OrderId>();
  readonly #finishedIds = new Set<OrderId>();
  readonly #open = new Map<KnownOrderSide, PageCursor<Order>>();
  readonly #histories = new Map<MarginFamily, PageCursor<HistoricalOrder>>();
  readonly #isOwn: IsOwnOrder;
  #beforeMs = 0;
  /** Orders that were placed before this moment and are not known were settled and forgotten. */
  #forgottenMs = 0;
  #isTaken = false;

  constructor(isOwn: IsOwnOrder = () => false) {
    this.#isOwn = isOwn;
  }

  /** Whether the beginning is behind us: what is missed from now on is a gap. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** Goes on from where the mirror of an earlier process began. */
  restore({ beforeMs, openIds, finishedIds }: AccountBeginning): void {
    this.#moveTo(beforeMs);
    for (const orderId of openIds) {
      this.#openIds.add(orderId);
    }
    for (const orderId of finishedIds) {
      this.#finishedIds.add(orderId);
    }
    this.#isTaken = true;
  }

  /**
   * Where the mirror began, for a process that goes on. This client's orders that had finished by then count as open: they are
   * still to be told, and the next process does not know them for its own.
   */
  beginning(mirror: AccountMirror, takenAtMs: number): AccountBeginning {
    const own = this.#listed().filter((order) => this.#isOwn(order));
    const untold = new Set([...this.#openIds, ...own.map(({ orderId }) => orderId)]);
    const openIds = [...untold];
    const finishedIds = [...this.#finishedIds].filter((orderId) => !untold.has(orderId));
    return { beforeMs: this.#beforeMs, openIds, finishedIds, changeIds: mirror.changes.before, takenAtMs };
  }

  /** Reads where everything stands, once. Interrupted, it goes on: the beginning does not move. */
  async take(asker: Asker, mirror: AccountMirror, options: AccountOptions): Promise<void> {
    if (this.#isTaken) {
      return;
    }
    // Open orders first: one that finishes while histories are read must not count as finished before.
    await this.#takeOpenOrders(asker, options);
    const askHeld = async (): Promise<readonly Pair[]> =>
      (await asker.ask((venue, signal) => venue.positions(signal))).map(({ pair }) => pair);
    const pairs = await atOnce([() => this.#takeHistory(asker, options), askHeld], (ask) => ask());
    await takeChanges(asker, mirror, options, new Set(pairs.flat()));
    this.#isTaken = true;
  }

  /** Orders that were placed before this moment and are not known count as dealt with, whoever sent them. */
  forgot(beforeMs: number): void {
    this.#forgottenMs = Math.max(this.#forgottenMs, beforeMs);
  }

  /** Whether an order that the mirror does not know is not its business: it had finished before the beginning, or was forgotten. */
  covers(order: HistoricalOrder): boolean {
    const { orderId, createdAtMs } = order;
    if (this.#openIds.has(orderId)) {
      return false;
    }
    const isBefore = this.#finishedIds.has(orderId) || createdAtMs < this.#beforeMs;
    return createdAtMs < this.#forgottenMs || (isBefore && !this.#isOwn(order));
  }

  async #takeOpenOrders(asker: Asker, { pageSize }: AccountOptions): Promise<void> {
    await atOnce(orderSides, async (side) => {
      const cursor = ensure(this.#open, side, () => new PageCursor<Order>(pageSize));
      await cursor.readOn((page) => asker.ask((venue, signal) => venue.openOrders({ ...page, side }, signal)));
      for (const { orderId } of cursor.items) {
        this.#openIds.add(orderId);
      }
    });
  }

  /** The newest page of each history, and more while it all happened in one millisecond, or this client sent some of it. */
  async #takeHistory(asker: Asker, { families, pageSize }: AccountOptions): Promise<readonly Pair[]> {
    const read = async (family: MarginFamily): Promise<readonly HistoricalOrder[]> => {
      const isLast = (page: readonly HistoricalOrder[]): boolean =>
        page.some(({ createdAtMs }) => createdAtMs !== page[0]?.createdAtMs) &&
        !page.some((order) => this.#isOwn(order));
      const cursor = ensure(this.#histories, family, () => new PageCursor(pageSize, isLast));
      await cursor.readOn((page) => asker.ask((venue, signal) => venue.orderHistory({ ...page, family }, signal)));
      return cursor.items;
    };
    const orders = (await atOnce(families, read)).flat();
    for (const { orderId, createdAtMs, status } of orders) {
      this.#moveTo(createdAtMs);
      (isFinished(status) && !this.#openIds.has(orderId) ? this.#finishedIds : this.#openIds).add(orderId);
    }
    return orders.map(({ pair }) => pair);
  }

  #listed(): readonly HistoricalOrder[] {
    return [...this.#histories.values()].flatMap(({ items }) => items);
  }

  #moveTo(beforeMs: number): void {
    this.#beforeMs = Math.max(this.#beforeMs, beforeMs);
  }
}

async function takeChanges(
  asker: Asker,
  mirror: AccountMirror,
  { pageSize }: AccountOptions,
  pairs: ReadonlySet<Pair>,
): Promise<void> {
  await atOnce(pairs, async (pair) => {
    const family = marginFamilyOf(pair);
    const request = { page: 1, size: pageSize, family, pair };
    const changes: readonly PositionChange[] = await asker.ask((venue, signal) =>
      venue.positionChanges(request, signal),
    );
    mirror.changes.ignore(changes.map(({ positionChangeId }) => positionChangeId));
  });
}
