import { compareDecimal, subtractDecimals } from "@depthwire/core";
import type { usdt } from "@depthwire/schema";
import type { CallOptions } from "../call/call-options.js";
import type { RestClient } from "../client/rest-client.js";
import { cancelOrdersById } from "../lists/in-batches.js";
import type { OrderHandle } from "../trader/order-handle.js";
import { type HeldPosition, heldPositions, openOrdersOf } from "./halt-survey.js";

/** What came of closing everything. */
export interface Flattened {
  /** The closing orders, in the order in which they were placed. */
  readonly orders: readonly OrderHandle[];
  /** What is still held: the market was too thin, or closing orders of other hands reserve it. */
  readonly left: readonly HeldPosition[];
}

/** What closing everything needs. */
export interface FlattenParts {
  readonly venue: RestClient;
  /** The largest quantity of one order; undefined where that is not known: then the venue decides. */
  readonly maxOrderQuantity: (pair: string) => Promise<string | undefined>;
  readonly place: (order: usdt.PlaceOrderInput) => Promise<OrderHandle>;
  /** Of this pair alone; undefined: of all. */
  readonly pair: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** A market order may find too few to trade with. So often is closed what was left. */
const maxRounds = 5;

/**
 * Closes every position of the account, or of one pair, with market orders that can only close. Closing orders of this client's that wait give free first
 * what they reserve.
 *
 * @throws as placing and cancelling
 */
export async function flatten(parts: FlattenParts): Promise<Flattened> {
  const { venue, signal, pair } = parts;
  const options: CallOptions = { priority: "outcome", signal };
  await cancelOwnClosings(venue, pair, options);
  const orders: OrderHandle[] = [];
  for (let round = 1; ; round++) {
    const left = (await heldPositions(venue, options)).filter((one) => pair === undefined || one.pair === pair);
    const closable = left.filter(({ closableQuantity }) => compareDecimal(closableQuantity, "0") > 0);
    if (closable.length === 0 || round > maxRounds) {
      return { orders, left };
    }
    const placed = (await Promise.all(closable.map((position) => close(parts, position)))).flat();
    orders.push(...placed);
    await Promise.all(placed.map(({ done }) => done));
  }
}

async function cancelOwnClosings(venue: RestClient, pair: string | undefined, options: CallOptions): Promise<void> {
  const { items: open } = await openOrdersOf(venue, options);
  const own = open.filter(
    (order) =>
      (order.side === "close-long" || order.side === "close-short") &&
      (pair === undefined || order.pair === pair) &&
      venue.sentOrders.find(order) !== undefined,
  );
  for (const { error } of await cancelOrdersById(
    venue,
    own.map(({ orderId }) => orderId),
    options,
  )) {
    if (error !== undefined) {
      throw error;
    }
  }
}

async function close(
  { place, maxOrderQuantity }: FlattenParts,
  position: HeldPosition,
): Promise<readonly OrderHandle[]> {
  const { pair, side, openPrice } = position;
  const max = await maxOrderQuantity(pair);
  const placed: OrderHandle[] = [];
  for (let left = position.closableQuantity; compareDecimal(left, "0") > 0; ) {
    const quantity = max !== undefined && compareDecimal(left, max) > 0 ? max : left;
    // The table asks for a price, which means nothing to a market order.
    placed.push(
      await place({
        pair,
        side: side === "long" ? "close-long" : "close-short",
        type: "market",
        quantity,
        price: openPrice,
      }),
    );
    left = subtractDecimals(left, quantity);
  }
  return placed;
}
