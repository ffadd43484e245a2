import type { ErrorCode } from "@depthwire/core";
import type { Coin, OrderId, Pair, PositionSide, Quantity } from "@depthwire/schema";

/** Something about the account that could not be explained. */
export type Difference =
  /** The trades that are known of an order do not make what the order says was traded. */
  | {
      readonly what: "order-fills";
      readonly orderId: OrderId;
      readonly knownQuantity: Quantity;
      readonly knownCount: number;
      readonly orderQuantity: Quantity;
      /** Only orders that were asked for tell in how many trades. */
      readonly orderCount: number | undefined;
    }
  /** A finished order reports less traded than the venue had reported before. The earlier figure counts. */
  | {
      readonly what: "order-traded-less";
      readonly orderId: OrderId;
      readonly knownQuantity: Quantity;
      readonly orderQuantity: Quantity;
    }
  /** An order that was open or traded is unknown to the venue. */
  | { readonly what: "order-missing"; readonly orderId: OrderId }
  /** What happened to an order was not pushed on a connection that stood: it was found by asking, and is delivered. */
  | { readonly what: "not-pushed"; readonly orderId: OrderId }
  /** A position's size is not what its trades and passive changes make it. */
  | {
      readonly what: "position-size";
      readonly pair: Pair;
      readonly side: PositionSide;
      readonly explainedQuantity: Quantity;
      readonly venueQuantity: Quantity;
    }
  /** A position differed though nothing was pushed. The mirror now shows what the venue answered. */
  | { readonly what: "position"; readonly pair: Pair; readonly side: PositionSide }
  /** A coin's amounts differed though nothing was pushed. The mirror now shows what the venue answered. */
  | { readonly what: "asset"; readonly coin: Coin }
  /** Requests fail and are tried again. `code` is the error's code, or `unexpected` for an error that is not ours. */
  | { readonly what: "reconciler-failed"; readonly code: ErrorCode | "unexpected" }
  /** More arrived during a reconciliation than is kept; another reconciliation looks for it. */
  | { readonly what: "buffer-overflow"; readonly dropped: number }
  /** Nothing can be asked for: there is no reconciler. */
  | { readonly what: "no-reconciler" };

/** Two differences with the same key are about the same thing. */
export function differenceKey(difference: Difference): string {
  switch (difference.what) {
    case "order-fills":
    case "order-missing":
      return `order ${difference.orderId}`;
    case "position-size":
    case "position":
      return `${difference.what} ${difference.pair} ${difference.side}`;
    case "asset":
      return `asset ${difference.coin}`;
    case "not-pushed":
    case "order-traded-less":
      return `${difference.what} ${difference.orderId}`;
    default:
      return difference.what;
  }
}
