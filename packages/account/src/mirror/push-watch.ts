import type { CancelTimer, Clock } from "@depthwire/core";
import type { OrderId, OrderStatus } from "@depthwire/schema";
import type { AccountEvent } from "./account-event.js";
import type { AccountMirror, MirrorNews } from "./account-mirror.js";
import { isFinished } from "./order-progress.js";
import type { OrderEntry } from "./order-table.js";

/** What {@link PushWatch} works with. */
export interface PushWatchParts {
  readonly clock: Clock;
  readonly mirror: AccountMirror;
  /** How long a push may be behind an answer. */
  readonly patienceMs: number;
  readonly emit: (events: readonly AccountEvent[]) => void;
}

/** Something that was found by asking and ought to be pushed. */
interface Awaited {
  readonly orderId: OrderId;
  readonly isPushed: () => boolean;
}

/**
 * Notices what a connection that stands did not push: trades and ends of orders that were found by asking, and that no push reported in good time. They
 * are delivered all the same, but a person should know that messages get lost.
 */
export class PushWatch {
  readonly #parts: PushWatchParts;
  #awaited: Awaited[] = [];
  #timer: CancelTimer | undefined;

  constructor(parts: PushWatchParts) {
    this.#parts = parts;
  }

  /** Answers told this while the connection stood, and nothing was known to be missing. */
  found(facts: readonly MirrorNews[]): void {
    this.#awaited.push(...facts.flatMap((fact) => this.#awaitedFrom(fact)));
    if (this.#awaited.length > 0 && this.#timer === undefined) {
      this.#timer = this.#parts.clock.after(this.#parts.patienceMs, () => this.#look());
    }
  }

  /** The connection is gone, and what was on its way with it. */
  forget(): void {
    this.#awaited = [];
    this.#timer?.();
    this.#timer = undefined;
  }

  #awaitedFrom(fact: MirrorNews): readonly Awaited[] {
    const { orders } = this.#parts.mirror;
    if (fact.kind === "fill") {
      const { fill } = fact;
      return [{ orderId: fill.orderId, isPushed: () => orders.get(fill.orderId)?.fills.awaitsPush(fill) !== true }];
    }
    if (fact.kind === "order" && isFinished(fact.order.status)) {
      const { orderId, status } = fact.order;
      return [{ orderId, isPushed: () => hasEntryPushed(orders.get(orderId), status) }];
    }
    return [];
  }

  #look(): void {
    this.#timer = undefined;
    const missed = this.#awaited.filter(({ isPushed }) => !isPushed());
    this.#awaited = [];
    const orderIds = [...new Set(missed.map(({ orderId }) => orderId))];
    this.#parts.emit(orderIds.map((orderId) => ({ kind: "difference", difference: { what: "not-pushed", orderId } })));
  }
}

/** What was forgotten meanwhile counts as pushed. */
function hasEntryPushed(entry: OrderEntry | undefined, status: OrderStatus): boolean {
  return entry === undefined || entry.pushedStatus === status;
}
