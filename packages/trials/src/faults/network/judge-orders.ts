import type { TrueOrder } from "./account-truth.js";
import type { Known, Placing, WantedOrder } from "./client-messages.js";
import type { Findings } from "./findings.js";

/** An order and what its client says of it; nothing where the client died. */
export interface Told {
  readonly order: WantedOrder;
  readonly placing: Placing | undefined;
}

/** Holds what a client says of its orders against what the venue has. */
export function judgeOrders(
  told: readonly Told[],
  there: readonly TrueOrder[],
  known: Pick<Known, "twins"> | undefined,
  findings: Findings,
): void {
  const byClientId = grouped(there);
  for (const { order, placing } of told) {
    if (placing === undefined) {
      continue;
    }
    const { verdict } = placing;
    const { clientOrderId } = order;
    const own = byClientId.get(clientOrderId) ?? [];
    findings.meet(verdict);
    const error = placing.error === undefined ? "" : ` (${placing.error})`;
    if (verdict === "unknown") {
      findings.fault("unknown", `order ${clientOrderId}${error}`);
    } else if (verdict === "failed") {
      findings.fault("wrong", `order ${clientOrderId}: ${placing.error}`);
    } else if (verdict !== "placed" && own.length > 0) {
      findings.fault("wrong", `order ${clientOrderId} is ${verdict}${error}, the venue has it ${own.length} times`);
    } else if (verdict === "placed" && !own.some(({ orderId }) => orderId === placing.orderId)) {
      findings.fault("wrong", `order ${clientOrderId} is placed as ${placing.orderId}, the venue has no such order`);
    }
    if (own.length > 1 && known?.twins.includes(clientOrderId) !== true) {
      findings.fault("wrong", `order ${clientOrderId} is there ${own.length} times, and nobody was told`);
    }
  }
}

function grouped(there: readonly TrueOrder[]): Map<string, TrueOrder[]> {
  const groups = new Map<string, TrueOrder[]>();
  for (const order of there) {
    groups.set(order.clientOrderId, [...(groups.get(order.clientOrderId) ?? []), order]);
  }
  return groups;
}
