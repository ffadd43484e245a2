/** What the sandboxes of one directory have acknowledged, and what they may have done besides. */
export class Acknowledged {
  /** Order ids by client id. */
  readonly orders: Map<string, string> = new Map();
  /** Every order id that was ever given. */
  readonly ids: Set<string> = new Set();
  /** Client ids whose orders have not been looked for since they were acknowledged. */
  readonly fresh: Set<string> = new Set();
  /** Transfers of one unit each. */
  transfers = 0;
  /** Transfers that were sent and not answered: each was carried out or not. */
  openTransfers = 0;
  /** The latest published depth that was seen, as text, and its number. */
  depth: { readonly seq: number; readonly text: string } = { seq: 0, text: "" };

  order(clientOrderId: string, orderId: string): void {
    this.orders.set(clientOrderId, orderId);
    this.fresh.add(clientOrderId);
    this.ids.add(orderId);
  }
}
