import { compareDecimal } from "@depthwire/core";
import type { AccountOrder } from "../mirror/account-event.js";
import type { AccountMirror, FoundOrder } from "../mirror/account-mirror.js";
import type { Difference } from "../mirror/difference.js";
import { isFinished } from "../mirror/order-progress.js";
import type { OrderEntry } from "../mirror/order-table.js";

/**
 * Compares the delivered trades of orders with an answer. For an open order, more may have been delivered than the answer
 * knew; for a finished order everything must agree.
 */
export function auditFound(mirror: AccountMirror, found: readonly FoundOrder[]): readonly Difference[] {
  const differences: Difference[] = [];
  for (const { order, dealCount } of found) {
    const entry = mirror.orders.get(order.orderId);
    if (entry !== undefined && !agrees(entry, order, dealCount)) {
      differences.push(differenceOf(entry, order, dealCount));
    }
  }
  return differences;
}

/** Holds the delivered trades of finished orders against what the orders say themselves, where nobody can be asked. */
export function auditSuspects(mirror: AccountMirror): readonly Difference[] {
  return mirror.orders.suspects().flatMap((orderId) => {
    const entry = mirror.orders.get(orderId);
    return entry?.order === undefined ? [] : [differenceOf(entry, entry.order, entry.dealCount)];
  });
}

function agrees({ fills }: OrderEntry, order: AccountOrder, dealCount: number | undefined): boolean {
  return (
    fills.addsUpTo(order.dealQuantity, dealCount) ||
    (!isFinished(order.status) && compareDecimal(fills.quantity, order.dealQuantity) > 0)
  );
}

function differenceOf({ fills }: OrderEntry, order: AccountOrder, orderCount: number | undefined): Difference {
  return {
    what: "order-fills",
    orderId: order.orderId,
    knownQuantity: fills.quantity,
    knownCount: fills.count,
    orderQuantity: order.dealQuantity,
    orderCount,
  };
}
