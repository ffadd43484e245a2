import type { CancelTimer, Clock } from "@depthwire/core";
import type { Order, OrderId } from "@depthwire/schema";
import type { CallMaker } from "../call/operation-functions.js";
import { isUnknownOrder } from "../call/repeated-cancel.js";
import { ordersById } from "../lists/in-batches.js";

/** What {@link OrderPolls} is made of. */
export interface OrderPollsParts {
  readonly venue: CallMaker;
  readonly clock: Clock;
  readonly everyMs: number;
  /** The orders to ask for. */
  readonly open: () => readonly OrderId[];
  /** Those of them to ask for while the stream tells of others. */
  readonly unconfirmed: () => readonly OrderId[];
  readonly found: (order: Order) => void;
  /** The venue was asked for these, and does not have them. */
  readonly missing: (orderIds: readonly OrderId[]) => void;
}

/** Asks for the open orders while no stream reports them, so that their end is noticed even without a private stream. */
export class OrderPolls {
  readonly #parts: OrderPollsParts;
  #heardAtMs = Number.NEGATIVE_INFINITY;
  #cancelTimer: CancelTimer | undefined;
  #isAsking = false;
  #isAskedAgain = false;
  #isStopped = false;

  constructor(parts: OrderPollsParts) {
    this.#parts = parts;
  }

  /** Begins to ask, now that there is an order to follow. */
  start(): void {
    const { clock, everyMs } = this.#parts;
    if (this.#cancelTimer === undefined && !this.#isStopped) {
      this.#cancelTimer = clock.after(everyMs, () => this.#turn());
    }
  }

  /** Something is known to have changed: it is asked for without waiting for the next turn. */
  askNow(): void {
    this.#isAskedAgain = this.#isAsking;
    if (!this.#isAsking) {
      void this.#ask(this.#parts.open());
    }
  }

  /** The stream told something: it need not be asked for a while. */
  heard(): void {
    this.#heardAtMs = this.#parts.clock.monotonicMs();
  }

  /** The stream is gone. */
  silent(): void {
    this.#heardAtMs = Number.NEGATIVE_INFINITY;
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancelTimer?.();
  }

  #turn(): void {
    const { clock, everyMs, open, unconfirmed } = this.#parts;
    this.#cancelTimer = undefined;
    const isSilent = clock.monotonicMs() - this.#heardAtMs >= everyMs;
    const wanted = isSilent ? open() : unconfirmed();
    if (!this.#isAsking && wanted.length > 0) {
      void this.#ask(wanted);
    }
    if (open().length > 0) {
      this.start();
    }
  }

  async #ask(wanted: readonly OrderId[]): Promise<void> {
    const { venue, found, missing } = this.#parts;
    this.#isAsking = true;
    try {
      const orders = await ordersById(venue, wanted, { priority: "background" });
      for (const order of orders) {
        found(order);
      }
      const there = new Set(orders.map(({ orderId }) => orderId));
      missing(wanted.filter((orderId) => !there.has(orderId)));
    } catch (error) {
      // Any of them may be the reason. The next turn asks again.
      if (isUnknownOrder(error)) {
        missing(wanted);
      }
    } finally {
      this.#isAsking = false;
      if (this.#isAskedAgain) {
        this.askNow();
      }
    }
  }
}
