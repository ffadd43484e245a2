import type { Clock } from "@depthwire/core";
import type { OrderId } from "@depthwire/schema";
import type { RestClient } from "../client/rest-client.js";
import { mayStandFor } from "../outcome/match-order.js";
import type { OrderToFind, OrderVerdict } from "../outcome/order-verdict.js";
import type { ResolveOptions } from "../outcome/resolve-orders.js";
import type { OrderHandle } from "./order-handle.js";
import type { OrderState } from "./order-state.js";

/** What {@link UnconfirmedOrders} works with. */
export interface UnconfirmedOrdersParts {
  readonly venue: RestClient;
  readonly clock: Clock;
  /** How long a confirmation is waited for before the venue is asked, in milliseconds. */
  readonly patienceMs: number;
  readonly outcomes: Omit<ResolveOptions, "pushed" | "signal"> | undefined;
  /** The answer is not believed any more. */
  readonly doubted: (answeredId: string, clientOrderId: string) => void;
  /** It was found out what became of an order whose answer was doubted. */
  readonly settled: (handle: OrderHandle, sent: OrderToFind, verdict: OrderVerdict) => void;
}

interface Unconfirmed {
  readonly handle: OrderHandle;
  readonly sent: OrderToFind;
  /** Monotonic milliseconds. */
  sinceMs: number;
  /** Ends the search for what became of it; undefined where nothing speaks against the answer. */
  search: AbortController | undefined;
}

/**
 * Orders that nothing tells of but the answer to their call. Whatever stands between client and venue can answer with any id, so the stream or a look-up has to
 * confirm it. What contradicts it makes the order one whose outcome is unknown: it is found by its client id.
 */
export class UnconfirmedOrders {
  readonly #parts: UnconfirmedOrdersParts;
  readonly #byOrderId = new Map<string, Unconfirmed>();

  constructor(parts: UnconfirmedOrdersParts) {
    this.#parts = parts;
  }

  /** An order was answered. */
  add(handle: OrderHandle, sent: OrderToFind): void {
    const sinceMs = this.#parts.clock.monotonicMs();
    this.#byOrderId.set(handle.orderId, { handle, sent, sinceMs, search: undefined });
  }

  /** Those that were not confirmed for so long that they are asked for. */
  due(): readonly OrderId[] {
    return [...this.#byOrderId.values()].filter((one) => this.#isDue(one)).map(({ handle }) => handle.orderId);
  }

  /** The venue does not have these orders. One that was answered just now may show up yet. */
  missing(orderIds: readonly string[]): void {
    for (const orderId of orderIds) {
      const one = this.#byOrderId.get(orderId);
      if (one !== undefined && this.#isDue(one)) {
        this.doubt(orderId);
      }
    }
  }

  /** Something speaks against the answer that named this order. Returns whether nothing has confirmed it: then it is looked for. */
  doubt(orderId: string): boolean {
    const one = this.#byOrderId.get(orderId);
    if (one !== undefined && one.search === undefined) {
      void this.#lookFor(one);
    }
    return one !== undefined;
  }

  /** The venue tells of an order. Returns whether it is another one than the answer was to: that is not believed any more then. */
  contradicts(state: OrderState): boolean {
    const one = this.#byOrderId.get(state.orderId);
    if (one === undefined) {
      return false;
    }
    const { sent } = one;
    if (sent.pair !== state.pair || sent.side !== state.side || !mayStandFor(sent.clientOrderId, state)) {
      return this.doubt(state.orderId);
    }
    this.#byOrderId.delete(state.orderId);
    if (one.search !== undefined) {
      one.search.abort();
      this.#parts.venue.sentOrders.answered({ ...state, clientOrderId: sent.clientOrderId });
    }
    return false;
  }

  /** Looks for nothing more. */
  close(): void {
    for (const { search } of this.#byOrderId.values()) {
      search?.abort();
    }
    this.#byOrderId.clear();
  }

  #isDue({ sinceMs, search }: Unconfirmed): boolean {
    return search === undefined && this.#parts.clock.monotonicMs() - sinceMs >= this.#parts.patienceMs;
  }

  async #lookFor(one: Unconfirmed): Promise<void> {
    const { venue, clock, outcomes, doubted, settled } = this.#parts;
    const { handle, sent } = one;
    const search = new AbortController();
    one.search = search;
    venue.sentOrders.doubted(sent);
    doubted(handle.orderId, sent.clientOrderId);
    const verdict = await venue.resolveOrder(sent, { ...outcomes, signal: search.signal }).catch(() => undefined);
    if (search.signal.aborted) {
      return;
    }
    if (verdict === undefined || isSilence(verdict)) {
      // It is asked for again.
      one.search = undefined;
      one.sinceMs = clock.monotonicMs();
      return;
    }
    this.#byOrderId.delete(handle.orderId);
    settled(handle, sent, verdict);
  }
}

/** Whether a later look may tell more. */
function isSilence(verdict: OrderVerdict): boolean {
  return verdict.kind === "unknown" && (verdict.reason === "venue-silent" || verdict.reason === "lists-not-whole");
}
