import type { Coin, ContractAsset, OrderId, Pair, PlanOrder, Position } from "@depthwire/schema";
import type { Gap } from "../queue/gap-accumulator.js";
import type { AccountOrder } from "./account-event.js";
import type { AccountMirror } from "./account-mirror.js";
import type { Difference } from "./difference.js";

/** How far the mirror can be relied upon. */
export type AccountStatus =
  /** No connection stands. */
  | "offline"
  /** What arrives is kept back until it is known what is missing before it. */
  | "reconciling"
  /** What arrives is delivered at once. */
  | "live";

/** The positions of one pair. */
export interface PairPositions {
  readonly long?: Position;
  readonly short?: Position;
}

/**
 * Records of an account by their name or id, asked for by any text: `positions.get("4BTC_USDT")`. A name that the venue never sent is simply not there.
 * The keys that come out are branded, as those of the records are.
 */
export interface AccountTable<Key extends string, Value> extends ReadonlyMap<Key, Value> {
  get(key: string): Value | undefined;
  has(key: string): boolean;
}

/** The account at one moment. It does not change afterwards; it may be ahead of events that still wait to be read. */
export interface AccountState {
  readonly status: AccountStatus;
  /** Whether the first reconciliation is done. */
  readonly hasStarted: boolean;
  /** Where something may be missing; undefined: nowhere. */
  readonly gap: (Gap & { readonly reasons: readonly Difference[] }) | undefined;
  readonly assets: AccountTable<Coin, ContractAsset>;
  readonly positions: AccountTable<Pair, PairPositions>;
  /** Open orders, and finished orders that are still remembered. */
  readonly orders: AccountTable<OrderId, AccountOrder>;
  /** Plan orders that wait. */
  readonly planOrders: AccountTable<OrderId, PlanOrder>;
}

/** Copies what the mirror knows. */
export function tablesOf(mirror: AccountMirror): Pick<AccountState, "assets" | "positions" | "orders" | "planOrders"> {
  const orders = new Map<OrderId, AccountOrder>();
  for (const { orderId, order } of mirror.orders.values()) {
    if (order !== undefined) {
      orders.set(orderId, order);
    }
  }
  const positions = new Map<Pair, PairPositions>();
  for (const position of mirror.tables.positions.values()) {
    positions.set(position.pair, { ...positions.get(position.pair), [position.side]: position });
  }
  return { assets: new Map(mirror.tables.assets), positions, orders, planOrders: new Map(mirror.tables.planOrders) };
}
