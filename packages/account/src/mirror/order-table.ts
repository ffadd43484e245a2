import { ownText } from "@depthwire/core/internal";
import type { OrderId, OrderStatus, Pair, Quantity } from "@depthwire/schema";
import type { MarginFamily } from "../reconcile/reconciler.js";
import type { AccountOrder } from "./account-event.js";
import { marginFamilyOf } from "./account-records.js";
import { IdAgreement } from "./once-ledger.js";
import { OrderFills } from "./order-fills.js";
import { isFinished } from "./order-progress.js";

/** What the mirror knows of one order. */
export interface OrderEntry {
  readonly orderId: OrderId;
  readonly pair: Pair;
  /** Undefined while only fills of it came. */
  order: AccountOrder | undefined;
  readonly fills: OrderFills;
  /** The newest status that was pushed, whether or not it was news. */
  pushedStatus: OrderStatus | undefined;
  /** The finished order's last figure that was below what was known to be traded. */
  contradiction: Quantity | undefined;
  /** In how many trades, by the last answer that told it for `order.dealQuantity`. */
  dealCount: number | undefined;
}

/** The orders of an account, and which of them are not done with. */
export class OrderTable {
  readonly #entries = new Map<OrderId, OrderEntry>();
  readonly #unsettled = new Set<OrderId>();
  readonly #agreement = new IdAgreement();

  get(orderId: OrderId): OrderEntry | undefined {
    return this.#entries.get(orderId);
  }

  values(): Iterable<OrderEntry> {
    return this.#entries.values();
  }

  /** What is known of an order; begins an entry when nothing is. */
  entry(named: OrderId, pair: Pair): OrderEntry {
    const known = this.#entries.get(named);
    if (known !== undefined) {
      return known;
    }
    const orderId = ownText(named);
    const fills = new OrderFills(this.#agreement);
    const fresh: OrderEntry = {
      orderId,
      pair,
      order: undefined,
      fills,
      pushedStatus: undefined,
      contradiction: undefined,
      dealCount: undefined,
    };
    this.#entries.set(orderId, fresh);
    this.#unsettled.add(orderId);
    return fresh;
  }

  /** To be called after every change of an entry. */
  changed(entry: OrderEntry): void {
    if (isSettled(entry)) {
      this.#unsettled.delete(entry.orderId);
    } else {
      this.#unsettled.add(entry.orderId);
    }
  }

  /** Whether an order is known to be open. */
  get hasOpen(): boolean {
    return this.#unsettledEntries().some(({ order }) => order !== undefined && !isFinished(order.status));
  }

  /** Orders about which something may still happen or is still to be found out, by family. */
  unsettled(family: MarginFamily): readonly OrderId[] {
    return this.#unsettledEntries()
      .filter((entry) => marginFamilyOf(entry.pair) === family)
      .map((entry) => entry.orderId);
  }

  /** Finished orders whose trades are not all known, and orders with fills that wait for their size. */
  suspects(): readonly OrderId[] {
    return this.#unsettledEntries()
      .filter((entry) => entry.fills.waiting > 0 || (entry.order !== undefined && isFinished(entry.order.status)))
      .map((entry) => entry.orderId);
  }

  /** Pairs in which something was traded that was not delivered yet, as far as is known. */
  pairsWithTradesToCome(): ReadonlySet<Pair> {
    const pending = this.#unsettledEntries().filter(
      ({ order, fills }) =>
        fills.waiting > 0 || order === undefined || !fills.isComplete(order.dealQuantity, undefined),
    );
    return new Set(pending.map(({ pair }) => pair));
  }

  /** Forgets the oldest settled orders beyond `keep` of them; returns the newest moment at which a forgotten one was placed. */
  forget(keep: number): number | undefined {
    let excess = this.#entries.size - this.#unsettled.size - keep;
    let newestMs: number | undefined;
    for (const { orderId, order } of this.#entries.values()) {
      if (excess <= 0) {
        break;
      }
      if (!this.#unsettled.has(orderId)) {
        this.#entries.delete(orderId);
        newestMs = Math.max(newestMs ?? 0, order?.createdAtMs ?? 0);
        excess -= 1;
      }
    }
    return newestMs;
  }

  #unsettledEntries(): readonly OrderEntry[] {
    return [...this.#unsettled].flatMap((orderId) => this.#entries.get(orderId) ?? []);
  }
}

/** Whether nothing more can come of an order: it is finished and all its trades were delivered. */
export function isSettled(entry: OrderEntry): boolean {
  const { order, fills, dealCount } = entry;
  return order !== undefined && isFinished(order.status) && fills.isComplete(order.dealQuantity, dealCount);
}
