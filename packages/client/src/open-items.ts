import { compareDecimal } from "@depthwire/core";
import type { CallMaker, CallOptions } from "@depthwire/rest";
import { openOrdersOf } from "@depthwire/rest/internal";
import type { Order, PlanOrder, Position } from "@depthwire/schema";
import * as usdt from "@depthwire/schema/usdt";

/** What an account has open in USDT-margined contracts, as the venue answered. */
export interface OpenItems {
  /** Orders that wait or are partly traded, of all four sides, each once. */
  readonly orders: readonly Order[];
  /** Take-profit and stop-loss orders that wait. */
  readonly planOrders: readonly PlanOrder[];
  /** Positions with a size. */
  readonly positions: readonly Position[];
  /** False where the venue showed fewer orders than it said there are: then an order that is missing here may be open all the same. */
  readonly isWhole: boolean;
}

/** Which open items to list, and how the calls are made. */
export interface OpenItemsOptions extends CallOptions {
  /** The contract; absent: all. */
  readonly pair?: string | undefined;
}

/**
 * Asks for everything that is open: orders side by side, since the documented question names one.
 *
 * @throws as calls do
 * @spec document 1, Endpoints, Query order list; field note 23
 */
export async function listOpenItems(venue: CallMaker, { pair, ...options }: OpenItemsOptions): Promise<OpenItems> {
  const ofPair = pair === undefined ? {} : { pair };
  const [{ items: orders, isWhole }, planOrders, positions] = await Promise.all([
    openOrdersOf(venue, options, ofPair),
    venue.call(usdt.getPlanOrders, ofPair, options),
    venue.call(usdt.getPositions, ofPair, options),
  ]);
  return {
    orders,
    planOrders,
    positions: positions.filter(({ quantity }) => compareDecimal(quantity, "0") > 0),
    isWhole,
  };
}
