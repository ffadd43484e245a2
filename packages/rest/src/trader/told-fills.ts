import { addDecimals } from "@depthwire/core";
import { forgetOldest } from "../call/forget-oldest.js";

/** One trade of an order of the account, as the private stream or a reconciliation tells it. */
export interface ToldFill {
  readonly orderId: string;
  readonly pair: string;
  /** The order's side. */
  readonly side: string;
  /** The quantity of the trade. */
  readonly dealQuantity: string;
}

/** Orders of other sessions trade too: of so many orders, those that traded last, it is remembered how much. */
const maxOrders = 10_000;

/** Sum of the reported trades of each order. They come before or after the reports of the order itself. */
export class ToldFills {
  readonly #quantities = new Map<string, string>();

  add({ orderId, dealQuantity }: ToldFill): void {
    const quantity = addDecimals(this.of(orderId), dealQuantity);
    this.#quantities.delete(orderId);
    this.#quantities.set(orderId, quantity);
    forgetOldest(this.#quantities, maxOrders);
  }

  /** What was reported of one order; `0` where nothing was. */
  of(orderId: string): string {
    return this.#quantities.get(orderId) ?? "0";
  }
}
