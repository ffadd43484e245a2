import { VenueError } from "@depthwire/core";
import { cancelOrdersById, type PendingOutcome, type ResolveOptions, type RestClient } from "@depthwire/rest";
import {
  hasClientOrderId,
  idsPerMillisecond,
  isFinishedRefusal,
  isInteger,
  openOrdersOf,
} from "@depthwire/rest/internal";
import type { Order, PlanOrder } from "@depthwire/schema";
import * as usdt from "@depthwire/schema/usdt";
import type { Leftovers } from "./exclusive-event.js";

/** What becomes of what older terms left. */
export type OlderTreatment = "cancel" | "adopt";

/** What {@link clearLeftovers} works with. */
export interface ClearingParts {
  readonly venue: RestClient;
  /** The venue's time before the look, or the term, whichever is later: generated ids from then on are of a newer term. */
  readonly beforeMs: number;
  readonly olderOrders: OlderTreatment;
  readonly olderPlans: OlderTreatment;
  readonly outcomes: ResolveOptions;
  /** Told at once what became of earlier calls: nobody finds it out again if what comes behind it fails. */
  readonly resolved: (outcomes: readonly PendingOutcome[]) => void;
  /** Throws where the lease is held no longer. Asked behind each look and before each cancel: what a look showed is older than a lease that is held behind it. */
  readonly stillHeld: () => void;
  /** Waits before a further look. Rejects when `signal` is aborted. */
  readonly pause: () => Promise<void>;
  readonly signal: AbortSignal;
}

/** The largest id that clients make of a time. Larger ones are a caller's own. */
const maxMadeId = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Finds out what became of this process's own earlier calls, and cancels or adopts the orders and plans of older terms. Nothing more of them can arrive when
 * this begins.
 *
 * @throws as calls; what `stillHeld` throws
 */
export async function clearLeftovers(parts: ClearingParts): Promise<Omit<Leftovers, "resolved">> {
  const { venue, outcomes, resolved, signal } = parts;
  resolved(await venue.resolvePending({ ...outcomes, signal }));
  const orders = await clearOrders(parts);
  const plans = await clearPlans(parts);
  return { ...orders, ...plans };
}

/**
 * Whether an order was sent by a program in an older term. Without an id of a client's it is a person's; ids are made of the venue's time, so one that was made
 * of a later time is of a newer term.
 */
export function isOfOlderTerm(order: Pick<Order, "clientOrderId">, beforeMs: number): boolean {
  const { clientOrderId } = order;
  if (clientOrderId === undefined || !hasClientOrderId(order)) {
    return false;
  }
  if (!isInteger(clientOrderId)) {
    return true;
  }
  const id = BigInt(clientOrderId);
  return id < BigInt(Math.ceil(beforeMs)) * BigInt(idsPerMillisecond) || id > maxMadeId;
}

type ClearedOrders = Pick<Leftovers, "cancelledOrders" | "adoptedOrders" | "otherOrders">;

async function clearOrders(parts: ClearingParts): Promise<ClearedOrders> {
  const { venue, beforeMs, olderOrders, stillHeld, pause, signal } = parts;
  const cancelled = new Map<string, Order>();
  for (let looks = 0; ; looks++) {
    if (looks > 1) {
      await pause();
    }
    const { items: open, isWhole } = await openOrdersOf(venue, { priority: "outcome", signal });
    stillHeld();
    const older = open.filter((order) => isOfOlderTerm(order, beforeMs));
    const otherOrders = open.filter((order) => !older.includes(order));
    if (olderOrders === "cancel" && older.length > 0) {
      for (const order of older) {
        cancelled.set(order.orderId, order);
      }
      const ids = older.map(({ orderId }) => orderId);
      await cancelOrders(parts, ids);
    } else if (isWhole) {
      // Pages may miss orders while the list moves: a look that the venue's own count contradicts is none.
      adopt(venue, older);
      return { cancelledOrders: [...cancelled.values()], adoptedOrders: older, otherOrders };
    }
  }
}

async function cancelOrders({ venue, stillHeld, signal }: ClearingParts, orderIds: readonly string[]): Promise<void> {
  for (const { orderIds: part, error } of await cancelOrdersById(venue, orderIds, { signal })) {
    if (!(error instanceof VenueError)) {
      if (error !== undefined) {
        throw error;
      }
      continue;
    }
    // One of them may be the reason, which the next look shows.
    for (const orderId of part) {
      stillHeld();
      await unlessFinished(venue.call(usdt.cancelOrder, { orderId }, { signal }));
    }
  }
}

async function unlessFinished(cancelled: Promise<unknown>): Promise<void> {
  try {
    await cancelled;
  } catch (error) {
    if (!isFinishedRefusal(error)) {
      throw error;
    }
  }
}

/** From now on they are this client's: its halts cancel them. */
function adopt({ sentOrders }: RestClient, orders: readonly Order[]): void {
  sentOrders.recall(
    orders.map(({ clientOrderId, createdAtMs: signedAtMs, pair, side, quantity, price }) => ({
      intent: {
        operation: usdt.placeOrder.name,
        signedAtMs,
        clientOrderId: String(clientOrderId),
        pair,
        side,
        quantity,
        price,
      },
      end: "answered",
    })),
  );
  for (const order of orders) {
    sentOrders.heard(order);
  }
}

/** A plan has no id of a client's: all that wait now were set before this term. */
async function clearPlans(parts: ClearingParts): Promise<Pick<Leftovers, "cancelledPlans" | "adoptedPlans">> {
  const { venue, olderPlans, stillHeld, signal } = parts;
  const waiting: readonly PlanOrder[] = await venue.call(usdt.getPlanOrders, {}, { priority: "outcome", signal });
  stillHeld();
  if (olderPlans === "adopt") {
    return { cancelledPlans: [], adoptedPlans: waiting };
  }
  for (const { orderId } of waiting) {
    stillHeld();
    await venue.call(usdt.cancelPlanOrder, { orderId }, { signal });
  }
  return { cancelledPlans: waiting, adoptedPlans: [] };
}
