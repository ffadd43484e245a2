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
import * as coin from "@depthwire/schema/coin";
import * as usdt from "@depthwire/schema/usdt";
import type { CallOptions } from "../call/call-options.js";
import type { CallMaker } from "../call/operation-functions.js";

/** Whose orders: the two kinds of contracts are asked for at different addresses. */
export interface OfFamily {
  readonly family: "usdt-margined" | "coin-margined";
}

/** Which page of a list, and how long pages are. */
export interface OfPage {
  /** From 1. */
  readonly page: number;
  readonly size: number;
}

/**
 * What an account mirror asks in order to find what it missed: the account package's `Reconciler`.
 * Each method is one call, which waits in the client's throttle behind everything else.
 */
export interface RestReconciler {
  openOrders(
    request: OfPage & { readonly side: Exclude<OrderSide, `unknown:${string}`> },
    signal: AbortSignal,
  ): Promise<readonly Order[]>;
  orderHistory(request: OfPage & OfFamily, signal: AbortSignal): Promise<readonly HistoricalOrder[]>;
  ordersById(
    request: OfFamily & { readonly orderIds: readonly OrderId[] },
    signal: AbortSignal,
  ): Promise<readonly HistoricalOrder[]>;
  fills(request: OfPage & OfFamily & { readonly orderId: OrderId }, signal: AbortSignal): Promise<readonly Fill[]>;
  positionChanges(
    request: OfPage & OfFamily & { readonly pair: Pair },
    signal: AbortSignal,
  ): Promise<readonly PositionChange[]>;
  assets(signal: AbortSignal): Promise<readonly ContractAsset[]>;
  positions(signal: AbortSignal): Promise<readonly Position[]>;
  planOrders(signal: AbortSignal): Promise<readonly PlanOrder[]>;
}

const queries = {
  "usdt-margined": {
    history: usdt.listOrderHistory,
    byId: usdt.getHistoricalOrders,
    fills: usdt.listFills,
    changes: usdt.listPositionChanges,
  },
  "coin-margined": {
    history: coin.listOrderHistory,
    byId: coin.getHistoricalOrders,
    fills: coin.listFills,
    changes: coin.listPositionChanges,
  },
} as const;

/** Reads of a mirror may wait long behind a busy trader. Milliseconds. */
const timeoutMs = 60_000;

/**
 * Answers an account mirror from the venue.
 *
 * @spec document 1, Endpoints; document 2, Endpoints, Coin-margined batch query
 */
export function createReconciler(venue: CallMaker): RestReconciler {
  const ask = (signal: AbortSignal): CallOptions => ({ signal, priority: "background", timeoutMs });
  return {
    openOrders: async (request, signal) => (await venue.call(usdt.getOpenOrders, request, ask(signal))).orders,
    orderHistory: async ({ family, ...request }, signal) =>
      (await venue.call(queries[family].history, request, ask(signal))).items,
    ordersById: ({ family, orderIds }, signal) =>
      venue.call(queries[family].byId, { orderIds, clientOrderIds: [] }, ask(signal)),
    fills: async ({ family, ...request }, signal) =>
      (await venue.call(queries[family].fills, request, ask(signal))).items,
    positionChanges: async ({ family, ...request }, signal) =>
      (await venue.call(queries[family].changes, request, ask(signal))).items,
    assets: (signal) => venue.call(usdt.getAssets, {}, ask(signal)),
    positions: (signal) => venue.call(usdt.getPositions, {}, ask(signal)),
    planOrders: (signal) => venue.call(usdt.getPlanOrders, {}, ask(signal)),
  };
}
