import type {
  ContractAsset,
  Fill,
  HistoricalOrder,
  Order,
  PlanOrder,
  Position,
  PositionChange,
} from "@depthwire/schema";
import type { PushedFill, PushedPositionChange } from "@depthwire/schema/internal";
import { isFinished } from "./order-progress.js";

/** Text as whichever branded text is wanted. */
export const as = <Text extends string>(value: string | number): Text => String(value) as Text;

/** An order of the scripted venue. Quantities are whole numbers here. */
export interface VenueOrder {
  readonly id: string;
  readonly pair: string;
  readonly side: Exclude<Order["side"], `unknown:${string}`>;
  readonly quantity: number;
  readonly createdAtMs: number;
  updatedAtMs: number;
  status: Order["status"];
  readonly fills: VenueFill[];
}

/** A trade of the scripted venue. */
export interface VenueFill {
  /** As it is pushed. */
  readonly pushedId: string;
  /** As a query shows it. */
  readonly queriedId: string;
  readonly quantity: number;
  readonly price: number;
  readonly atMs: number;
}

/** A passive change of the scripted venue. */
export interface VenueChange {
  readonly pushedId: string;
  readonly queriedId: string;
  readonly pair: string;
  readonly side: "long" | "short";
  readonly type: PositionChange["type"];
  readonly quantity: number;
  readonly left: number;
  readonly atMs: number;
}

export const dealt = (order: VenueOrder): number => order.fills.reduce((sum, fill) => sum + fill.quantity, 0);

export function shortOrder(order: VenueOrder): Order {
  return {
    orderId: as(order.id),
    pair: as(order.pair),
    side: order.side,
    price: as("100.5"),
    quantity: as(order.quantity),
    dealPrice: as(dealt(order) === 0 ? "0" : "100.5"),
    dealQuantity: as(dealt(order)),
    fee: as("0.1"),
    tokenFeeDeduction: as("0"),
    couponFeeDeduction: as("0"),
    frozen: as("0"),
    reason: 0,
    status: order.status,
    createdAtMs: order.createdAtMs,
    userId: as("7"),
    source: "api",
  };
}

export function longOrder(order: VenueOrder): HistoricalOrder {
  const { price, quantity, dealPrice, dealQuantity, fee, frozen, ...rest } = shortOrder(order);
  return {
    ...rest,
    coin: as("USDT"),
    type: "limit",
    price: as(`${price}000000000`),
    quantity: as(`${quantity}.0000000000`),
    dealPrice: as(dealPrice),
    dealQuantity: as(`${dealQuantity}.0000000000`),
    dealCount: order.fills.length,
    fee: as(fee),
    frozen: as(frozen),
    makerFeeRate: as("0"),
    takerFeeRate: as("0"),
    updatedAtMs: order.updatedAtMs,
  };
}

export function pushedFill(order: VenueOrder, fill: VenueFill, size: "sized" | "sizeless"): PushedFill {
  return {
    ...commonFill(order, fill),
    orderId: as(order.id),
    userId: as("7"),
    fillId: as(fill.pushedId),
    ...(size === "sized" ? { dealQuantity: as<PushedFill["price"]>(fill.quantity) as never } : {}),
  };
}

export function queriedFill(order: VenueOrder, fill: VenueFill): Fill {
  return {
    ...commonFill(order, fill),
    fillId: as(fill.queriedId),
    coin: as("USDT"),
    dealPrice: as(`${fill.price}.0000000000`),
    dealQuantity: as(`${fill.quantity}.0000000000`),
  };
}

function commonFill(order: VenueOrder, fill: VenueFill) {
  return {
    pair: as<Fill["pair"]>(order.pair),
    side: order.side,
    source: "api",
    price: as<Fill["price"]>("100.5"),
    dealPrice: as<Fill["price"]>(fill.price),
    fee: as<Fill["fee"]>("0.1"),
    tokenFeeDeduction: as<Fill["fee"]>("0"),
    couponFeeDeduction: as<Fill["fee"]>("0"),
    liquidity: "maker",
    createdAtMs: fill.atMs,
  } as const;
}

export function pushedChange(change: VenueChange): PushedPositionChange {
  return {
    positionChangeId: as(change.pushedId),
    userId: as("7"),
    type: change.type,
    mode: "cross",
    pair: as(change.pair),
    price: as("90"),
    quantityChange: as(-change.quantity),
    side: change.side,
    createdAtMs: change.atMs,
  };
}

export function queriedChange(change: VenueChange): PositionChange {
  return {
    ...pushedChange(change),
    positionChangeId: as(change.queriedId),
    coin: as("USDT"),
    price: as("90.0000000000"),
    quantityChange: as(`-${change.quantity}.0000000000`),
    quantity: as(`${change.left}.0000000000`),
    openPrice: as("100"),
    profit: as("0"),
    fee: as("0"),
    tokenFeeDeduction: as("0"),
    couponFeeDeduction: as("0"),
    updatedAtMs: change.atMs,
  };
}

export function positionOf(pair: string, side: "long" | "short", quantity: number): Position {
  return {
    leverage: as("10"),
    side,
    alertPrice: as("50"),
    userId: as("7"),
    liquidationPrice: as("40"),
    mode: "cross",
    closableQuantity: as(quantity),
    pair: as(pair),
    margin: as(quantity),
    quantity: as(quantity),
    openPrice: as("100.5"),
    takeProfitQuantity: as("0"),
    stopLossQuantity: as("0"),
  };
}

export function assetOf(coin: string, available: number): ContractAsset {
  return {
    available: as(available),
    coin: as(coin),
    userId: as("7"),
    fixedFrozen: as("0"),
    crossFrozen: as("0"),
    fixedMargin: as("0"),
    crossMargin: as("0"),
  };
}

export function planOf(id: string, pair: string, status: PlanOrder["status"]): PlanOrder {
  return {
    orderId: as(id),
    pair: as(pair),
    price: as("0"),
    triggerPrice: as("120"),
    quantity: as("1"),
    side: "long",
    plan: "take-profit",
    type: "market",
    status,
  };
}

export const isOpen = (order: VenueOrder): boolean => !isFinished(order.status);
