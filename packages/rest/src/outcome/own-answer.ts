import { ProtocolError, type UnknownOutcome } from "@depthwire/core";
import type { usdt } from "@depthwire/schema";
import type { SentOrders } from "../client/sent-orders.js";
import { isNoId, mayStandFor } from "./match-order.js";

/** What the answer to an order says about it; undefined where the operation places no order. */
export function placedIn(result: unknown): usdt.PlacedOrder | undefined {
  const { orderId, status, ...rest }: Partial<usdt.PlacedOrder> = { ...(result as object) };
  return orderId === undefined || status === undefined ? undefined : { ...rest, orderId, status };
}

/**
 * Holds the answer of an order against what was sent. An answer with the id of another order, or with none, tells nothing of this one: on a
 * connection that several share, answers may come twice or be mixed up.
 *
 * @throws ProtocolError `response-shape`, ambiguous
 * @spec document 1, Endpoints, Place order; field note 43
 */
export function checkOwnAnswer(
  { operation, clientOrderId }: UnknownOutcome,
  placed: usdt.PlacedOrder,
  sent: SentOrders,
): void {
  if (isNoId(placed.orderId)) {
    throw foreignAnswer(operation, "order_id", "the id of the order");
  }
  if (clientOrderId === undefined) {
    return;
  }
  if (!mayStandFor(clientOrderId, placed)) {
    throw foreignAnswer(operation, "client_oid", "the id that was sent");
  }
  const known = sent.find({ orderId: placed.orderId })?.clientOrderId;
  if (known !== undefined && known !== clientOrderId) {
    throw foreignAnswer(operation, "order_id", "the id of no other order of this client");
  }
}

function foreignAnswer(operation: string, path: string, expected: string): ProtocolError {
  const cause = new ProtocolError("message-shape", { path, expected });
  return new ProtocolError("response-shape", { operation, path, status: answeredStatus }, { ambiguous: true, cause });
}

/** The HTTP status of an answer that was decoded: others are failures. */
const answeredStatus = 200;
