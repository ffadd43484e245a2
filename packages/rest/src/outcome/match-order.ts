import { compareDecimal } from "@depthwire/core";
import { isInteger } from "../client/client-order-ids.js";
import type { FoundOrder, OrderToFind } from "./order-verdict.js";

/** Clocks and rounding may set a record's time a little before the time that was signed. Milliseconds. */
const earlierByMs = 5_000;

/** What a record is to the order that was sent. */
export type Match =
  /** It has the order's id, and is like it. */
  | "same"
  /** It has no id, or one that need not be the whole of the order's, and is like it: it may be anybody's. */
  | "look-alike"
  | "other";

/**
 * Holds a record against the order that was sent. Only an id tells whose an order is.
 *
 * @spec field note 43
 */
export function match(order: OrderToFind, found: FoundOrder): Match {
  if (!isAlike(order, found)) {
    return "other";
  }
  if (found.clientOrderId === order.clientOrderId) {
    return "same";
  }
  return mayStandFor(order.clientOrderId, found) ? "look-alike" : "other";
}

/** Whether what a record or an answer tells in place of the id that was sent may be that order's: no id, or what a peer may have made of it. */
export function mayStandFor(sent: string, told: Pick<FoundOrder, "clientOrderId">): boolean {
  const { clientOrderId } = told;
  return clientOrderId === sent || !hasClientOrderId(told) || isLossyFormOf(sent, clientOrderId);
}

/** A peer that writes ids as integers may make `7` of `007`; one that goes through doubles rounds what is beyond 2^53. */
function isLossyFormOf(sent: string, told: string | undefined): boolean {
  if (isInteger(sent)) {
    return !Number.isSafeInteger(Number(sent)) && Number(sent) === Number(told);
  }
  return /^[+-]?0*([0-9]+)/.exec(sent)?.[1] === told;
}

/** A record of an order that had no id of the caller's lacks it, or holds an empty text or 0. */
export function hasClientOrderId({ clientOrderId }: Pick<FoundOrder, "clientOrderId">): boolean {
  return clientOrderId !== undefined && !isNoId(clientOrderId);
}

/** Whether a text stands where an id is missing: nothing, or zeros. */
export function isNoId(id: string): boolean {
  return /^0*$/.test(id);
}

function isAlike(order: OrderToFind, found: FoundOrder): boolean {
  return (
    (order.pair === undefined || order.pair === found.pair) &&
    (order.side === undefined || order.side === found.side) &&
    isSame(order.quantity, found.quantity) &&
    // A market order's price means nothing.
    (order.type === "market" || isSame(order.price, found.price)) &&
    found.createdAtMs >= order.signedAtMs - earlierByMs
  );
}

function isSame(sent: string | undefined, found: string): boolean {
  return sent === undefined || compareDecimal(sent, found) === 0;
}
