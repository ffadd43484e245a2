import type { Account } from "@depthwire/client";
import { usdt } from "@depthwire/schema";
import { isOpen, type OwnWrites } from "../mirror/own-writes.js";
import type { OutcomeFence } from "./outcome-fence.js";
import type { EarlierOrder } from "./taken-order.js";

/**
 * Finds out what became of an order of an earlier process, whose answer nobody kept: from the fence, and where it looked for nothing, from the venue.
 *
 * @throws as a call
 */
export async function findEarlierOrder(
  { account, fence, writes }: { readonly account: Account; readonly fence: OutcomeFence; readonly writes: OwnWrites },
  clientOrderId: string,
): Promise<EarlierOrder> {
  await fence.opened();
  const verdict = fence.verdictOf(clientOrderId);
  if (verdict?.kind === "not-placed") {
    return { kind: "not-placed" };
  }
  const known = verdict?.kind === "placed" || verdict?.kind === "rejected" ? verdict.orders[0] : undefined;
  const order =
    known ?? (await account.rest.call(usdt.getOrdersByClientOrderId, { clientOrderIds: [clientOrderId] }))[0];
  if (order !== undefined) {
    const { orderId, status, pair } = order;
    if (isOpen(status)) {
      // It may have arrived behind the mirror's beginning, and its push may be late or lost.
      writes.placed({ orderId, pair }, writes.marks());
    }
    return { kind: "placed", order: { orderId, clientOrderId, status } };
  }
  // Without a verdict its intent was not open: nothing was sent, or the venue refused it.
  return { kind: verdict === undefined ? "not-sent" : "unknown" };
}
