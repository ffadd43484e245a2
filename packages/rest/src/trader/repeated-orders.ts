import type { CancelTimer, Clock } from "@depthwire/core";
import type { FoundOrders } from "../outcome/find-orders.js";
import type { FoundOrder, OrderToFind } from "../outcome/order-verdict.js";
import type { OrderHandle } from "./order-handle.js";
import { hasTradedMore, isFinished, type OrderState } from "./order-state.js";

/** What {@link RepeatedOrders} works with. */
export interface RepeatedOrdersParts {
  readonly clock: Clock;
  /** How long after its call was answered another copy of its request may still arrive, in milliseconds. */
  readonly goodForMs: number;
  /** Looks for orders by the caller's ids. */
  readonly find: (orders: readonly OrderToFind[]) => Promise<Pick<FoundOrders, "same">>;
  /** Called with all that is found, the orders of the handles too. */
  readonly asked: (order: OrderState) => void;
  readonly cancel: (twin: OrderState) => Promise<void>;
  /** Only another order than the handle's was found. Returns whether the answer that named the handle's is in doubt: then that one is not a twin. */
  readonly isInDoubt: (handle: OrderHandle) => boolean;
  /** A twin was found. */
  readonly found: (handle: OrderHandle, twin: OrderState) => void;
  /** Nothing more can happen to a twin. */
  readonly ended: (twin: OrderState) => void;
}

/** An order whose call ended, and whose request may have been carried out twice. */
interface Watched {
  readonly sent: OrderToFind;
  readonly handle: OrderHandle;
  /** Until then another copy may arrive. Monotonic milliseconds, as the others. */
  readonly untilMs: number;
  readonly endedTwins: Set<string>;
  /** Whether another order was told of since the last look began. */
  isSuspected: boolean;
  nextAtMs: number;
  /** Until the next look while a twin is open, or the venue silent. */
  pauseMs: number;
}

/** Between two looks, in milliseconds: each asks for all orders that are due. */
const pauseMs = 500;

/** A twin that stays open is looked at more and more seldom, up to this. Milliseconds. */
const maxPauseMs = 5_000;

/**
 * Where the runtime may send a request twice by itself, as browsers do, an order that was answered may stand twice. Looks for the second one at once
 * and again when no copy can arrive any more, and has it cancelled: the caller wanted one. What it traded before is told.
 */
export class RepeatedOrders {
  readonly #parts: RepeatedOrdersParts;
  readonly #watched = new Set<Watched>();
  #cancelTimer: CancelTimer = () => undefined;
  readonly #cancelling = new Set<string>();
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #state: "waiting" | "looking" | "closed" = "waiting";

  constructor(parts: RepeatedOrdersParts) {
    this.#parts = parts;
  }

  /** The order of a handle was sent just now. */
  watch(sent: OrderToFind, handle: OrderHandle): void {
    const nowMs = this.#parts.clock.monotonicMs();
    const untilMs = nowMs + this.#parts.goodForMs;
    this.#watched.add({ sent, handle, untilMs, endedTwins: new Set(), isSuspected: false, nextAtMs: nowMs, pauseMs });
    this.#plan();
  }

  /** Something told of two orders with one id: where one is not known yet, it is looked for without waiting. */
  suspect(clientOrderId: string, orderIds: readonly string[]): void {
    for (const watched of this.#watched) {
      const { sent, handle } = watched;
      const known = new Set<string>([handle, ...handle.twins].map(({ orderId }) => orderId));
      if (sent.clientOrderId === clientOrderId && !orderIds.every((orderId) => known.has(orderId))) {
        watched.isSuspected = true;
        watched.nextAtMs = this.#parts.clock.monotonicMs();
      }
    }
    this.#plan();
  }

  /** Looks no more. */
  close(): void {
    this.#state = "closed";
    this.#cancelTimer();
  }

  #plan(): void {
    if (this.#state !== "waiting" || this.#watched.size === 0) {
      return;
    }
    this.#cancelTimer();
    const { clock } = this.#parts;
    const dueAtMs = Math.min(...[...this.#watched].map(({ nextAtMs }) => nextAtMs));
    const delayMs = Math.max(dueAtMs, this.#lookedAtMs + pauseMs) - clock.monotonicMs();
    this.#cancelTimer = clock.after(Math.max(0, delayMs), () => void this.#look());
  }

  async #look(): Promise<void> {
    const askedAtMs = this.#parts.clock.monotonicMs();
    const due = [...this.#watched].filter(({ nextAtMs }) => nextAtMs <= askedAtMs);
    this.#state = "looking";
    this.#lookedAtMs = askedAtMs;
    for (const watched of due) {
      // A look that fails is repeated; one that is asked for meanwhile comes earlier.
      watched.isSuspected = false;
      watched.nextAtMs = askedAtMs + watched.pauseMs;
      watched.pauseMs = Math.min(maxPauseMs, watched.pauseMs * 2);
    }
    try {
      const { same } = await this.#parts.find(due.map(({ sent }) => sent));
      for (const watched of due) {
        this.#judge(watched, same.get(watched.sent) ?? [], askedAtMs);
      }
    } catch {
      // The next look asks again.
    }
    if (this.#isLooking()) {
      this.#state = "waiting";
      this.#plan();
    }
  }

  /** Whether it was not closed meanwhile. */
  #isLooking(): boolean {
    return this.#state === "looking";
  }

  #judge(watched: Watched, found: readonly FoundOrder[], askedAtMs: number): void {
    const { handle, untilMs } = watched;
    const states = found as readonly OrderState[];
    const twins = states.filter(({ orderId }) => orderId !== handle.orderId);
    if (twins.length > 0 && twins.length === states.length && this.#parts.isInDoubt(handle)) {
      // The next look knows more.
      return;
    }
    for (const twin of twins) {
      this.#follow(watched, twin);
    }
    for (const state of states) {
      this.#parts.asked(state);
    }
    if (watched.isSuspected || twins.some(({ status }) => !isFinished(status))) {
      return;
    }
    watched.pauseMs = pauseMs;
    if (askedAtMs >= untilMs) {
      this.#watched.delete(watched);
    } else {
      watched.nextAtMs = untilMs;
    }
  }

  #follow({ handle, endedTwins }: Watched, twin: OrderState): void {
    if (handle.twinHeard(twin) === "new") {
      this.#parts.found(handle, twin);
    }
    if (!isFinished(twin.status)) {
      this.#cancel(twin);
    } else if (!endedTwins.has(twin.orderId)) {
      endedTwins.add(twin.orderId);
      this.#parts.ended(twin);
    }
  }

  /** Whether it worked, the next look shows. */
  #cancel(twin: OrderState): void {
    const { orderId } = twin;
    if (!this.#cancelling.has(orderId)) {
      this.#cancelling.add(orderId);
      const over = (): void => void this.#cancelling.delete(orderId);
      this.#parts.cancel(twin).then(over, over);
    }
  }
}

/** Of several orders that came of one call, the one that is the caller's from now on: what traded cannot be undone, so the one that traded most. */
export function standingOf(orders: readonly OrderState[]): OrderState | undefined {
  return orders.reduce<OrderState | undefined>(
    (best, one) => (best === undefined || hasTradedMore(one.dealQuantity, best) ? one : best),
    undefined,
  );
}
