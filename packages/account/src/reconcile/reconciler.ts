import type {
  ContractAsset,
  Fill,
  HistoricalOrder,
  Order,
  OrderId,
  OrderSide,
  Pair,
  PlanOrder,
  Position,
  PositionChange,
} from "@depthwire/schema";

/** The two kinds of contracts: their orders are asked for at different addresses. */
export type MarginFamily = "usdt-margined" | "coin-margined";

/** Which page of a list, and how long pages are. */
export interface PageRequest {
  /** From 1. */
  readonly page: number;
  /** Most records of a page. A page with fewer is the last. */
  readonly size: number;
}

/** The sides that open orders are listed by, one call each. */
export type KnownOrderSide = Exclude<OrderSide, `unknown:${string}`>;

/** All of {@link KnownOrderSide}. */
export const orderSides: readonly KnownOrderSide[] = ["open-long", "open-short", "close-long", "close-short"];

/**
 * What an account mirror asks the venue in order to find what was missed. Each method is one request, and waits for its own turn under
 * the key's frequency limit: orders and cancels go first. A rejected promise means "ask again later"; nothing that was found is lost.
 */
export interface Reconciler {
  /** Orders of one side that wait or are partly traded, one page. */
  openOrders(request: PageRequest & { readonly side: KnownOrderSide }, signal: AbortSignal): Promise<readonly Order[]>;
  /** Orders of the past, newest first, one page. */
  orderHistory(
    request: PageRequest & { readonly family: MarginFamily },
    signal: AbortSignal,
  ): Promise<readonly HistoricalOrder[]>;
  /** Orders by id, open or finished, at most a hundred. Those that the venue does not know are absent. */
  ordersById(
    request: { readonly family: MarginFamily; readonly orderIds: readonly OrderId[] },
    signal: AbortSignal,
  ): Promise<readonly HistoricalOrder[]>;
  /** The trades of one order, one page. */
  fills(
    request: PageRequest & { readonly family: MarginFamily; readonly orderId: OrderId },
    signal: AbortSignal,
  ): Promise<readonly Fill[]>;
  /** Changes of the positions of a pair, newest first, one page. */
  positionChanges(
    request: PageRequest & { readonly family: MarginFamily; readonly pair: Pair },
    signal: AbortSignal,
  ): Promise<readonly PositionChange[]>;
  /** What the account has of every coin. */
  assets(signal: AbortSignal): Promise<readonly ContractAsset[]>;
  /** All positions. */
  positions(signal: AbortSignal): Promise<readonly Position[]>;
  /** The plan orders that wait. */
  planOrders(signal: AbortSignal): Promise<readonly PlanOrder[]>;
}
