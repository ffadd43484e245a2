import { forgetOldest } from "../call/forget-oldest.js";
import type { OrderVerdict } from "../outcome/order-verdict.js";

/** Number of pairs remembered, so that each is reported once. */
const maxPairs = 1_000;

/** Reports second orders with a client id of this client: nobody promises that an id belongs to one order only. Each pair is reported once. */
export class ClientIdTwins {
  readonly #told = new Map<string, true>();
  readonly #tell: (clientOrderId: string, orderIds: readonly [known: string, other: string]) => void;

  constructor(tell: (clientOrderId: string, orderIds: readonly [known: string, other: string]) => void) {
    this.#tell = tell;
  }

  /** Two orders have one id. */
  met(clientOrderId: string, known: string, other: string): void {
    const pair = [known, other].toSorted().join(" ");
    if (!this.#told.has(pair)) {
      this.#told.set(pair, true);
      forgetOldest(this.#told, maxPairs);
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
