import { forgetOldest } from "../call/forget-oldest.js";
import type { OrderVerdict } from "../outcome/order-verdict.js";

/** Number of orders remembered, so that each is reported once. */
const maxOrders = 1_000;

/**
 * Reports second orders with a client id of this client: nobody promises that an id belongs to one order only. Each is reported once, whichever of
 * the others it is held against later.
 */
export class ClientIdTwins {
  readonly #told = new Map<string, true>();
  readonly #tell: (clientOrderId: string, orderIds: readonly [known: string, other: string]) => void;

  constructor(tell: (clientOrderId: string, orderIds: readonly [known: string, other: string]) => void) {
    this.#tell = tell;
  }

  /** Two orders have one id. */
  met(clientOrderId: string, known: string, other: string): void {
    const isNew = !this.#told.has(known) || !this.#told.has(other);
    for (const orderId of [known, other]) {
      // What was met last is forgotten last.
      this.#told.delete(orderId);
      this.#told.set(orderId, true);
    }
    forgetOldest(this.#told, maxOrders);
    if (isNew) {
      this.#tell(clientOrderId, [known, other]);
    }
  }

  /** An order was looked for, and may have been found twice. */
  settled(clientOrderId: string, verdict: OrderVerdict): void {
    if ("orders" in verdict) {
      const [first, ...others] = verdict.orders.map(({ orderId }) => orderId);
      for (const other of others) {
        this.met(clientOrderId, first as string, other);
      }
    }
  }
}
