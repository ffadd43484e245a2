import type { Pair, PlanOrder, PositionChange } from "@depthwire/schema";
import type { PrivateEvent } from "@depthwire/schema/internal";
import type { DeliveredFact } from "../ports/delivered-store.js";
import type { AccountFact, AccountFill, AccountNotice, AccountOrder, Origin, PassiveChange } from "./account-event.js";
import { passiveChangeOf, positionKey, withOwnIds } from "./account-records.js";
import { AccountTables } from "./account-tables.js";
import { saysTheSame } from "./exact-sum.js";
import { sizeOf } from "./order-fills.js";
import { hasTradedMore, isFinished, judgeOrder, mergeOrder, withTradesOf } from "./order-progress.js";
import { type OrderEntry, OrderTable } from "./order-table.js";
import { PassiveChanges } from "./passive-changes.js";
import { PositionSizes } from "./position-sizes.js";

/** What was taken in and not passed on. */
export interface MirrorCounters {
  /** Messages about an order that said less than was known. */
  lateOrders: number;
  /** Messages about an order that told nothing new. */
  repeatedOrders: number;
  /** Fills that had been delivered, from whichever side. */
  repeatedFills: number;
  /** Pushed fills that came without a size, or with one that no trade can have. */
  sizelessFills: number;
  /** Passive changes that had been delivered. */
  repeatedChanges: number;
  /** Messages about a plan order that said less than was known. */
  latePlanOrders: number;
}

/** What an answer said about one order. */
export interface FoundOrder {
  readonly order: AccountOrder;
  readonly dealCount: number | undefined;
  /** When it last changed, by the venue's clock. */
  readonly updatedAtMs: number;
  /** Its trades, if they were asked for. */
  readonly fills: readonly AccountFill[];
  /** Whether count and sum of `fills` match `order`. */
  readonly completeness: "complete" | "partial";
}

/** What one message or answer changed, and what of it cannot be. */
export type MirrorNews = AccountFact | Extract<AccountNotice, { kind: "difference" }>;

/**
 * The account as the venue told it. Each method takes in one thing and returns what is new, in order; it does nothing else and
 * reads no clock, so the same inputs always make the same state and the same events.
 *
 * @spec document 1, Events, Private stream data
 */
export class AccountMirror {
  readonly tables: AccountTables = new AccountTables();
  readonly sizes: PositionSizes = new PositionSizes();
  readonly changes: PassiveChanges = new PassiveChanges();
  readonly orders: OrderTable = new OrderTable();
  readonly counters: MirrorCounters = {
    lateOrders: 0,
    repeatedOrders: 0,
    repeatedFills: 0,
    sizelessFills: 0,
    repeatedChanges: 0,
    latePlanOrders: 0,
  };
  /** The newest moment of the venue's clock that an order or fill carried; undefined before the first. */
  newestMs: number | undefined;

  /** Takes in one message of the private stream. */
  push(event: PrivateEvent): readonly MirrorNews[] {
    switch (event.kind) {
      case "all-assets":
        return this.tables.allAssets("push", event.value);
      case "asset":
        return this.tables.asset("push", event.value);
      case "all-positions":
        return this.tables.allPositions("push", event.value);
      case "position":
        return this.tables.position("push", event.value);
      case "all-orders":
        return event.value.flatMap((order) => this.order("push", order));
      case "order":
        return this.order("push", event.value);
      case "fill":
        return this.#pushFill(event.value);
      case "position-change":
        return this.#change("push", passiveChangeOf(event.value));
      case "plan-order":
        return this.#planOrder("push", event.value);
    }
  }

  /** Takes in what answers said about orders, all of one reconciliation: trades in order of time, each order after its last. */
  found(orders: readonly FoundOrder[], changes: ReadonlyMap<Pair, readonly PositionChange[]>): readonly MirrorNews[] {
    const dated: { readonly atMs: number; readonly fact: MirrorNews }[] = [];
    for (const { order, fills, completeness, dealCount, updatedAtMs } of orders) {
      const entry = this.orders.entry(order.orderId, order.pair);
      const fresh = entry.fills.answer(fills, completeness);
      this.orders.changed(entry);
      this.counters.repeatedFills += fills.length - fresh.length;
      for (const fill of fresh) {
        this.#delivered(fill);
        dated.push({ atMs: fill.createdAtMs, fact: { kind: "fill", origin: "query", fill } });
      }
      const lastMs = fills.reduce((latest, fill) => Math.max(latest, fill.createdAtMs), updatedAtMs);
      for (const fact of this.order("query", order, dealCount)) {
        dated.push({ atMs: lastMs, fact });
      }
    }
    for (const [pair, records] of changes) {
      for (const change of this.changes.answer(pair, records)) {
        dated.push({ atMs: change.createdAtMs, fact: this.#deliveredChange("query", change) });
      }
    }
    // The sort is stable: an order stays behind its own trades of the same millisecond.
    return dated.toSorted((left, right) => left.atMs - right.atMs).map(({ fact }) => fact);
  }

  /** Takes in one order. */
  order(origin: Origin, told: AccountOrder, dealCount?: number): readonly MirrorNews[] {
    const entry = this.orders.entry(told.orderId, told.pair);
    const previous = entry.order;
    this.#seen(told.createdAtMs);
    if (origin === "push") {
      entry.pushedStatus = told.status;
    }
    const news = previous === undefined ? [] : contradiction(entry, previous, told);
    const isLate = previous !== undefined && judgeOrder(previous, told) === "late";
    if (isLate && !hasTradedMore(told, previous)) {
      this.counters.lateOrders += 1;
      return news;
    }
    // A status that comes too late does not undo the later one; a trade that it reports happened all the same.
    const next = isLate ? withTradesOf(told, previous) : told;
    const merged = previous === undefined ? next : mergeOrder(previous, next);
    if (previous !== undefined && !saysTheSame({ q: previous.dealQuantity }, { q: merged.dealQuantity })) {
      entry.dealCount = undefined;
    }
    entry.dealCount = dealCount ?? entry.dealCount;
    entry.order = withOwnIds(merged, entry.orderId);
    this.orders.changed(entry);
    if (previous !== undefined && saysTheSame(previous, merged)) {
      this.counters.repeatedOrders += 1;
      return news;
    }
    return [...news, { kind: "order", origin, order: entry.order, previous }];
  }

  /** Takes in what an earlier process delivered. Sizes of positions count from what the venue tells now. */
  restore(facts: Iterable<DeliveredFact>): void {
    for (const fact of facts) {
      switch (fact.kind) {
        case "fill": {
          const entry = this.orders.entry(fact.fill.orderId, fact.fill.pair);
          entry.fills.restore(fact.origin, fact.fill);
          this.orders.changed(entry);
          this.#seen(fact.fill.createdAtMs);
          break;
        }
        case "order":
          this.order(fact.origin, fact.order);
          break;
        case "position-change":
          this.changes.admit(fact.origin, fact.change);
          break;
      }
    }
  }

  /** Takes in the plan orders of an answer. */
  planOrders(planOrders: readonly PlanOrder[]): readonly AccountFact[] {
    return planOrders.flatMap((planOrder) => this.#planOrder("query", planOrder));
  }

  #planOrder(origin: Origin, planOrder: PlanOrder): readonly AccountFact[] {
    const facts = this.tables.planOrder(origin, planOrder);
    if (facts === "late") {
      this.counters.latePlanOrders += 1;
      return [];
    }
    return facts;
  }

  #pushFill(record: Extract<PrivateEvent, { kind: "fill" }>["value"]): readonly AccountFact[] {
    const entry = this.orders.entry(record.orderId, record.pair);
    const isSizeless = sizeOf(record) === undefined;
    if (isSizeless) {
      this.counters.sizelessFills += 1;
    }
    const fill = entry.fills.push(record);
    this.orders.changed(entry);
    if (fill === undefined) {
      this.counters.repeatedFills += isSizeless ? 0 : 1;
      return [];
    }
    this.#delivered(fill);
    return [{ kind: "fill", origin: "push", fill }];
  }

  #change(origin: Origin, change: PassiveChange): readonly AccountFact[] {
    if (!this.changes.admit(origin, change)) {
      this.counters.repeatedChanges += 1;
      return [];
    }
    return [this.#deliveredChange(origin, change)];
  }

  #deliveredChange(origin: Origin, change: PassiveChange): AccountFact {
    this.sizes.addChange(change);
    this.tables.touch(positionKey(change.pair, change.side));
    return { kind: "position-change", origin, change };
  }

  #delivered(fill: AccountFill): void {
    this.sizes.addFill(fill);
    this.tables.touch(positionKey(fill.pair, "long"));
    this.tables.touch(positionKey(fill.pair, "short"));
    this.#seen(fill.createdAtMs);
  }

  #seen(atMs: number): void {
    this.newestMs = Math.max(this.newestMs ?? 0, atMs);
  }
}

/** A finished order that reports less traded than was reported before. Each figure is delivered once. */
function contradiction(entry: OrderEntry, known: AccountOrder, told: AccountOrder): readonly MirrorNews[] {
  const { orderId, dealQuantity: orderQuantity } = told;
  if (!isFinished(told.status) || !hasTradedMore(known, told) || entry.contradiction === orderQuantity) {
    return [];
  }
  entry.contradiction = orderQuantity;
  const difference = { what: "order-traded-less", orderId, knownQuantity: known.dealQuantity, orderQuantity } as const;
  return [{ kind: "difference", difference }];
}
