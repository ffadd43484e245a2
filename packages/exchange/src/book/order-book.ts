import type { AccountId } from "../account/account-id.js";
import type { Direction, OrderSide } from "../market/market.js";
import type { OrderRecord } from "../order/order-record.js";

/** An order that waits in a book. It knows its neighbours, so that it leaves in constant time. */
export interface RestingOrder {
  readonly id: number;
  readonly account: AccountId;
  readonly pair: string;
  readonly side: OrderSide;
  readonly direction: Direction;
  readonly price: number;
  /** A user's order; nothing for the house's. */
  readonly record: OrderRecord | undefined;
  /** What has not traded yet; never 0 while the order rests. */
  remaining: number;
  /** Arrived just before this one at the same price. */
  previous: RestingOrder | undefined;
  /** Arrived just after this one at the same price. */
  next: RestingOrder | undefined;
}

/** All orders at one price, in order of arrival. */
export interface PriceLevel {
  readonly price: number;
  /** Sum of what remains of its orders. */
  quantity: number;
  first: RestingOrder | undefined;
  last: RestingOrder | undefined;
}

/** The orders of a level as they are now, in order of arrival. */
export function ordersOf(level: PriceLevel): RestingOrder[] {
  const orders: RestingOrder[] = [];
  for (let order = level.first; order !== undefined; order = order.next) {
    orders.push(order);
  }
  return orders;
}

/** One side of a book: price levels sorted from worst to best, so that trading and quoting happen at the array's end. */
export class BookSide {
  readonly direction: Direction;
  readonly #levels: PriceLevel[] = [];
  /** Makes "better" mean "greater" on both sides. */
  readonly #sign: 1 | -1;

  constructor(direction: Direction) {
    this.direction = direction;
    this.#sign = direction === "buy" ? 1 : -1;
  }

  /** Number of price levels. */
  get size(): number {
    return this.#levels.length;
  }

  /** The level that trades first. */
  best(): PriceLevel | undefined {
    return this.#levels[this.#levels.length - 1];
  }

  /** The level `rank` places behind the best one. */
  level(rank: number): PriceLevel | undefined {
    return this.#levels[this.#levels.length - 1 - rank];
  }

  /** All levels, worst first. */
  levels(): readonly PriceLevel[] {
    return this.#levels;
  }

  /** Takes over the levels of another side, worst first; it must be empty. */
  adopt(levels: readonly PriceLevel[]): void {
    for (const level of levels) {
      this.#levels.push(level);
    }
  }

  /** Puts an order behind all others of its price. */
  add(order: RestingOrder): void {
    const at = this.#search(order.price);
    let level = this.#levels[at];
    if (level?.price !== order.price) {
      level = { price: order.price, quantity: 0, first: undefined, last: undefined };
      this.#levels.splice(at, 0, level);
    }
    order.previous = level.last;
    order.next = undefined;
    if (level.last === undefined) {
      level.first = order;
    } else {
      level.last.next = order;
    }
    level.last = order;
    level.quantity += order.remaining;
  }

  /** Puts an order before all others of its price, where somebody else's line is shown again. */
  addFirst(order: RestingOrder): void {
    const level = this.at(order.price);
    if (level?.first === undefined) {
      this.add(order);
      return;
    }
    order.previous = undefined;
    order.next = level.first;
    level.first.previous = order;
    level.first = order;
    level.quantity += order.remaining;
  }

  /** Takes an order out, wherever it stands in its level. It must rest on this side. */
  remove(order: RestingOrder): void {
    const at = this.#search(order.price);
    const level = this.#levels[at];
    if (level?.price !== order.price) {
      return;
    }
    if (order.previous === undefined) {
      level.first = order.next;
    } else {
      order.previous.next = order.next;
    }
    if (order.next === undefined) {
      level.last = order.previous;
    } else {
      order.next.previous = order.previous;
    }
    level.quantity -= order.remaining;
    if (level.first === undefined) {
      this.#levels.splice(at, 1);
    }
  }

  /** The level with this price. */
  at(price: number): PriceLevel | undefined {
    const level = this.#levels[this.#search(price)];
    return level?.price === price ? level : undefined;
  }

  /** Sets what remains of an order that rests on this side, not 0; it keeps its place. */
  resize(order: RestingOrder, remaining: number): void {
    const level = this.at(order.price) as PriceLevel;
    level.quantity += remaining - order.remaining;
    order.remaining = remaining;
  }

  /** Fills `quantity` of the first order of the best level; removes it when nothing remains. */
  fillFirst(level: PriceLevel, order: RestingOrder, quantity: number): void {
    if (quantity === order.remaining) {
      this.remove(order);
      order.remaining = 0;
      return;
    }
    order.remaining -= quantity;
    level.quantity -= quantity;
  }

  /** Index of the level with this price, or where it would stand. */
  #search(price: number): number {
    const key = price * this.#sign;
    let low = 0;
    let high = this.#levels.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const level = this.#levels[middle] as PriceLevel;
      if (level.price * this.#sign < key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}

/** The waiting orders of one market. */
export class OrderBook {
  readonly bids: BookSide = new BookSide("buy");
  readonly asks: BookSide = new BookSide("sell");

  /** Where orders of this direction wait. */
  side(direction: Direction): BookSide {
    return direction === "buy" ? this.bids : this.asks;
  }
}
