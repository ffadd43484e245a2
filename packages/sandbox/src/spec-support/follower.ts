import type { DepthPayload, Row, Sides } from "./push-client.js";

/** A client's book: prices and quantities as they came, nothing else. */
export class Follower {
  seq = 0;
  readonly #asks: Map<string, string> = new Map();
  readonly #bids: Map<string, string> = new Map();

  receive(payload: DepthPayload): void {
    this.seq = payload.seq;
    if (payload.asks !== undefined) {
      this.#asks.clear();
      this.#bids.clear();
      this.#set({ asks: payload.asks, bids: payload.bids ?? null });
      return;
    }
    if (payload.add !== undefined) {
      this.#set(payload.add);
    }
    for (const [, price] of payload.del?.asks ?? []) {
      this.#asks.delete(price);
    }
    for (const [, price] of payload.del?.bids ?? []) {
      this.#bids.delete(price);
    }
  }

  /** The book as rows, best first. */
  rows(): { readonly asks: readonly Row[]; readonly bids: readonly Row[] } {
    const rows = (side: Map<string, string>): Row[] => [...side].map(([price, quantity]): Row => [quantity, price]);
    return {
      asks: rows(this.#asks).sort(([, a], [, b]) => Number(a) - Number(b)),
      bids: rows(this.#bids).sort(([, a], [, b]) => Number(b) - Number(a)),
    };
  }

  #set({ asks, bids }: Sides): void {
    for (const [quantity, price] of asks ?? []) {
      this.#asks.set(price, quantity);
    }
    for (const [quantity, price] of bids ?? []) {
      this.#bids.set(price, quantity);
    }
  }
}
