import type { Random } from "@depthwire/core";
import { createNodeClock } from "@depthwire/node";
import { createClientOrderIds } from "@depthwire/rest/internal";
import type { WantedOrder } from "./client-messages.js";

/** The contract that is traded. */
export const pair = "4BTC_USDT";
/** The smallest round one that is worth enough. */
export const orderQuantity = "0.001";

/** So far below the market that nobody trades with it; a venue takes buys however low. */
const restingShare = 0.8;
/** A market order's price means nothing, and must be one. */
const marketShare = { "open-long": 1.05, "open-short": 0.95 } as const;
/** One order in so many waits, the others trade: a venue lets a hundred wait. */
const restingEvery = 4;

/** Makes up orders, each with an id of its own. */
export class WantedOrders {
  readonly #nextId: () => string;
  readonly #tagPrice: number;
  #count = 0;

  constructor(tagPrice: number, random: Random) {
    this.#tagPrice = tagPrice;
    this.#nextId = createClientOrderIds(createNodeClock(), random);
  }

  /** One of the usual mix. */
  next(): WantedOrder {
    this.#count++;
    if (this.#count % restingEvery === 0) {
      return this.resting();
    }
    return this.trading(this.#count % 2 === 0 ? "open-long" : "open-short");
  }

  /** One that waits. */
  resting(): WantedOrder {
    return { ...this.#order("open-long", restingShare), type: "limit" };
  }

  /** One that trades at once. */
  trading(side: "open-long" | "open-short"): WantedOrder {
    return { ...this.#order(side, marketShare[side]), type: "market" };
  }

  #order(side: "open-long" | "open-short", share: number): Omit<WantedOrder, "type"> {
    const price = String(Math.floor(this.#tagPrice * share));
    return { clientOrderId: this.#nextId(), pair, side, quantity: orderQuantity, price };
  }
}
