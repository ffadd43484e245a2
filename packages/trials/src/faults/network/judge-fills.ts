import { addDecimals, compareDecimal } from "@depthwire/core";
import type { TrueOrder } from "./account-truth.js";
import type { DeliveredFill } from "./client-messages.js";
import type { Findings } from "./findings.js";

/** What is wrong with the fills that a client was told of. */
export interface FillJudgement {
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
}

/** Holds the fills that a client was told of against what the venue's orders traded. */
export function compareFills(delivered: readonly DeliveredFill[], there: readonly TrueOrder[]): FillJudgement {
  const lost: string[] = [];
  const doubled = twiceDelivered(delivered);
  const sums = new Map<string, string>();
  for (const { orderId, quantity } of delivered) {
    sums.set(orderId, addDecimals(sums.get(orderId) ?? "0", quantity));
  }
  for (const { orderId, dealQuantity } of there) {
    const sum = sums.get(orderId) ?? "0";
    const order = compareDecimal(sum, dealQuantity);
    const text = `order ${orderId} traded ${dealQuantity}, ${sum} was delivered`;
    if (order < 0) {
      lost.push(text);
    }
    if (order > 0) {
      doubled.push(text);
    }
    sums.delete(orderId);
  }
  for (const [orderId, sum] of sums) {
    doubled.push(`${sum} was delivered of order ${orderId}, which is not there`);
  }
  return { lost, doubled };
}

/** Takes a judgement in. */
export function reportFills({ lost, doubled }: FillJudgement, findings: Findings): void {
  for (const text of lost) {
    findings.fault("fillsLost", text);
  }
  for (const text of doubled) {
    findings.fault("fillsDoubled", text);
  }
}

function twiceDelivered(delivered: readonly DeliveredFill[]): string[] {
  const seen = new Set<string>();
  return delivered.flatMap(({ orderId, fillId }) => {
    const id = `${orderId} ${fillId}`;
    if (seen.has(id)) {
      return [`fill ${fillId} of order ${orderId} was delivered twice`];
    }
    seen.add(id);
    return [];
  });
}
