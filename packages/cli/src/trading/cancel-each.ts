import { VenueError } from "@depthwire/core";
import type { RestClient } from "@depthwire/rest";
import { endingOf } from "../program/ending.js";
import { exitCodes } from "../program/exit-codes.js";

/** An order whose cancel failed. */
export interface NotCancelled {
  readonly orderId: string;
  /** From docs/errors.md. */
  readonly code: string;
  readonly message: string;
  /** With which the command ends, if this is the worst of it. */
  readonly exitCode: number;
}

/** Sends every cancel: one that fails does not keep the others from being sent. @returns those that failed */
export async function cancelEach(
  orderIds: readonly string[],
  cancel: (orderId: string) => Promise<unknown>,
): Promise<readonly NotCancelled[]> {
  const ends = await Promise.allSettled(orderIds.map(cancel));
  return ends.flatMap((end, at): readonly NotCancelled[] => {
    if (end.status === "fulfilled") {
      return [];
    }
    const { text, error, exitCode } = endingOf(end.reason);
    const { code, message } = error ?? { code: "failed", message: text };
    return [{ orderId: orderIds[at] ?? "", code, message, exitCode }];
  });
}

/**
 * Cancels pair by pair; where the service refuses that, order by order.
 *
 * @param waiting what is open
 * @param always a pair whose orders are cancelled although none was seen: one may have come meanwhile
 * @returns the orders that were refused, and why
 */
export async function cancelPairs(
  { usdt }: RestClient,
  waiting: readonly { readonly orderId: string; readonly pair: string }[],
  signal: AbortSignal,
  always?: string,
): Promise<readonly NotCancelled[]> {
  const refused: NotCancelled[] = [];
  for (const pair of new Set([...waiting.map((order) => order.pair), ...(always === undefined ? [] : [always])])) {
    try {
      await usdt.cancelAllOrders({ pair }, { signal });
    } catch (error) {
      if (!(error instanceof VenueError)) {
        throw error;
      }
      const ids = waiting.filter((order) => order.pair === pair).map(({ orderId }) => orderId);
      refused.push(...(await cancelEach(ids, (orderId) => usdt.cancelOrder({ orderId }, { signal }))));
    }
  }
  return refused;
}

/** How a command ends whose cancels failed: what could not be reached weighs more than what was refused. */
export function exitCodeOf(failed: readonly NotCancelled[]): number {
  return Math.max(exitCodes.done, ...failed.map(({ exitCode }) => exitCode));
}
