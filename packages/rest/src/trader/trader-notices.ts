import type { Logger } from "@depthwire/core";
import type { OrderState } from "./order-state.js";
import type { TraderEvent } from "./trader-event.js";
import type { TraderOptions } from "./trader-options.js";

/** Tells log and caller what a person should look at. */
export class TraderNotices {
  readonly #logger: Logger | undefined;
  readonly #listener: TraderOptions["listener"];

  constructor(logger: Logger | undefined, listener: TraderOptions["listener"]) {
    this.#logger = logger;
    this.#listener = listener;
  }

  /** Tells the listener. What it throws is logged: a halt goes on, whatever its listener does. */
  tell(event: TraderEvent): void {
    try {
      this.#listener?.(event);
    } catch (error) {
      this.#logger?.log("error", "listener-failed", { event: event.kind, cause: String(error) });
    }
  }

  /** The venue has two orders with one client id. */
  twins(clientOrderId: string, orderIds: readonly [known: string, other: string]): void {
    this.#logger?.log("error", "client-order-id-twice", { known: orderIds[0], other: orderIds[1] });
    this.tell({ kind: "client-order-id-twice", clientOrderId, orderIds });
  }

  /** The answer to an order named another one than the venue has. */
  contradicted(clientOrderId: string, answered: string, order: OrderState | undefined): void {
    this.#logger?.log("error", "answer-contradicted", { answered, found: order?.orderId ?? "" });
    this.tell({ kind: "answer-contradicted", clientOrderId, answered, order });
  }

  /** An order that nobody wanted is gone, or has traded. */
  twinFinished(order: OrderState): void {
    const { orderId, status, dealQuantity } = order;
    this.#logger?.log("error", "twin-finished", { orderId, status, dealQuantity });
    this.tell({ kind: "twin-finished", order });
  }

  /** A finished order reports less traded than was known. */
  tradedLess(order: OrderState, knownQuantity: string): void {
    const { orderId, dealQuantity } = order;
    this.#logger?.log("error", "order-traded-less", { orderId, knownQuantity, dealQuantity });
    this.tell({ kind: "order-traded-less", order, knownQuantity });
  }
}
