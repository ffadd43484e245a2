import { compareDecimal } from "@depthwire/core";
import type { Order, Pair, PlanOrder } from "@depthwire/schema";
import * as usdt from "@depthwire/schema/usdt";
import type { CallOptions } from "../call/call-options.js";
import type { CallMaker } from "../call/operation-functions.js";
import { type CollectedList, collectList } from "../lists/collect-list.js";
import { listPages } from "../lists/list-all.js";
import type { HaltOrder } from "./halt-order.js";

const sides = ["open-long", "open-short", "close-long", "close-short"] as const;

/** All open orders of the account, or of one pair, each once; whether the venue showed as many as it said there are. */
export async function openOrdersOf(
  venue: CallMaker,
  options: CallOptions,
  ofPair: { readonly pair?: string } = {},
): Promise<CollectedList<Order>> {
  const byId = new Map<string, Order>();
  let isWhole = true;
  // A deployment may answer with all sides at once. @spec field note 23
  for (const side of sides) {
    const listed = await collectList(listPages(venue, usdt.getOpenOrders, { ...ofPair, side }, options));
    for (const order of listed.items) {
      byId.set(order.orderId, order);
    }
    isWhole &&= listed.isWhole;
  }
  return { items: [...byId.values()], isWhole };
}

/** Plan orders that a halt cancels. */
export async function plansToCancel(
  venue: CallMaker,
  { scope, plans }: Pick<HaltOrder, "scope" | "plans">,
  traded: ReadonlySet<string>,
  options: CallOptions,
): Promise<readonly PlanOrder[]> {
  if (scope === "own" && plans === "keep") {
    return [];
  }
  const waiting = await venue.call(usdt.getPlanOrders, {}, options);
  if (plans === "cancel") {
    return scope === "account" ? waiting : waiting.filter(({ pair }) => traded.has(pair));
  }
  if (waiting.length === 0) {
    return [];
  }
  const held = await heldPositions(venue, options);
  return waiting.filter(({ pair, side }) => !held.some((one) => one.pair === pair && one.side === side));
}

/** A position that is held. */
export interface HeldPosition {
  readonly pair: Pair;
  readonly side: "long" | "short";
  /** What no closing order has reserved. */
  readonly closableQuantity: string;
  readonly openPrice: string;
}

/** Positions with a size. @spec field note 37 */
export async function heldPositions(venue: CallMaker, options: CallOptions): Promise<readonly HeldPosition[]> {
  const positions = await venue.call(usdt.getPositions, {}, options);
  return positions.flatMap(({ pair, side, quantity, closableQuantity, openPrice }) =>
    (side === "long" || side === "short") && compareDecimal(quantity, "0") > 0
      ? [{ pair, side, closableQuantity, openPrice }]
      : [],
  );
}
