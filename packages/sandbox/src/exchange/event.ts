import type { AccountId } from "./command.js";
import type { DepthChanges } from "./depth-window.js";
import type { Direction, OrderSide } from "./market.js";

/** Why an order or a cancel was not accepted. */
export type RefusalReason = "unknown-pair" | "unknown-order" | "invalid-price" | "invalid-quantity";

/** Why an order left the book, or never entered it, with a quantity still open. */
export type CancelReason = "requested" | "self-trade" | "no-counterpart";

/** An order passed the door. Its trades follow. */
export interface OrderPlaced {
  readonly kind: "order-placed";
  readonly orderId: number;
  readonly account: AccountId;
  readonly pair: string;
  readonly side: OrderSide;
  /** Absent for a market order. */
  readonly price?: number;
  readonly quantity: number;
  readonly clientOrderId?: string;
}

/** Nothing happened; the reason says why. */
export interface CommandRefused {
  readonly kind: "command-refused";
  readonly command: "place-order" | "cancel-order";
  readonly account: AccountId;
  readonly reason: RefusalReason;
  readonly clientOrderId?: string;
}

/** Two orders met. The price is that of the order that waited. */
export interface Trade {
  readonly kind: "trade";
  readonly tradeId: number;
  readonly pair: string;
  readonly price: number;
  readonly quantity: number;
  readonly takerDirection: Direction;
  readonly takerOrderId: number;
  readonly takerAccount: AccountId;
  readonly makerOrderId: number;
  readonly makerAccount: AccountId;
}

/** The open rest of an order is gone. */
export interface OrderCancelled {
  readonly kind: "order-cancelled";
  readonly orderId: number;
  readonly account: AccountId;
  readonly pair: string;
  /** What had not traded. */
  readonly remaining: number;
  readonly reason: CancelReason;
}

/** One step of a market's published depth. */
export interface DepthPublished {
  readonly kind: "depth-published";
  readonly pair: string;
  readonly seq: number;
  /** The publication's own time in epoch milliseconds, later than that of the one before. */
  readonly updatedAtMs: number;
  /** Difference from the window that was published before. */
  readonly changes: DepthChanges;
}

/** Everything that happens. Replies, pushes and histories are views of events. */
export type ExchangeEvent = OrderPlaced | CommandRefused | Trade | OrderCancelled | DepthPublished;
