import type { OrderSide } from "./market.js";

/** An account of the exchange. Numbers below {@link firstUserAccount} are the agents'. */
export type AccountId = number;

/** User accounts start here. */
export const firstUserAccount = 1000;

/** An order as its owner sends it. Prices and quantities are integers at the market's scales. */
interface OrderRequest {
  readonly kind: "place-order";
  readonly account: AccountId;
  readonly pair: string;
  readonly side: OrderSide;
  readonly quantity: number;
  /** The owner's own name for the order, echoed in every event of it. */
  readonly clientOrderId?: string;
}

/** Trades up to its price, then waits in the book. */
export interface PlaceLimitOrder extends OrderRequest {
  readonly type: "limit";
  readonly price: number;
}

/** Trades at any price; what finds no counterpart is cancelled. */
export interface PlaceMarketOrder extends OrderRequest {
  readonly type: "market";
}

/** Takes an order out of the book. */
export interface CancelOrder {
  readonly kind: "cancel-order";
  readonly account: AccountId;
  readonly orderId: number;
}

/** Time passes: the index walks and the agents act, in every market. */
export interface Tick {
  readonly kind: "tick";
}

/** Publishes the depth window of one market, unless nothing in it changed. */
export interface PublishDepth {
  readonly kind: "publish-depth";
  readonly pair: string;
  /** How far `seq` moves, 1 when absent. More than 1 publishes even without a change. */
  readonly seqStep?: number;
}

/** Everything that can change the exchange. The sequence of commands, each with its time, *is* the state. */
export type Command = PlaceLimitOrder | PlaceMarketOrder | CancelOrder | Tick | PublishDepth;
