import { createNodeClock } from "@depthwire/node";
import { createClientOrderIds, mayBeWorthMore, takesClientOrderId } from "@depthwire/rest/internal";
import { type Operation, usdt } from "@depthwire/schema";
import { checkRequest } from "../operations/written-request.js";
import type { Context } from "../program/context.js";
import { keyFolderOf } from "../venue/find-credential.js";
import { type DryRunFlags, showRequest } from "./dry-run.js";
import { checkLimits, limitsOf, readLimits } from "./limits.js";
import { worthAt } from "./order-worth.js";
import { waitMsOf } from "./outcome.js";
import type { PlaceFlags } from "./trade-options.js";

type Params = Readonly<Record<string, unknown>>;

/** Gives an order without an id the kind of id that the call would make up. */
export function withClientOrderId(operation: Operation, params: Params): Params {
  return takesClientOrderId(operation) && params["clientOrderId"] === undefined
    ? { ...params, clientOrderId: newClientOrderId() }
    : params;
}

/** An id by which one order can be found again. */
export function newClientOrderId(): string {
  return createClientOrderIds(createNodeClock(), Math.random)();
}

/**
 * Shows the request of an order, once it is held against the limits as far as that needs no request, and says what was not checked.
 *
 * @throws ValidationError `limit-exceeded`, `value-invalid`; Refused `usage`, and as {@link showRequest}
 */
export async function showOrder(
  order: usdt.PlaceOrderInput,
  flags: DryRunFlags & PlaceFlags,
  context: Context,
): Promise<void> {
  checkRequest(usdt.placeOrder, { ...order });
  const limits = [limitsOf(flags), await readLimits(keyFolderOf(flags, context))];
  waitMsOf(flags);
  const { quantity } = order;
  const needsTagPrice = order.type !== "limit" || mayBeWorthMore(order);
  // Reckoned at the tag price it may be worth more than at its own, never less.
  const value = order.type === "limit" ? worthAt(order, order.price).value : "0";
  checkLimits({ quantity, value }, limits);
  await showRequest(usdt.placeOrder, { ...order }, flags, context);
  if (needsTagPrice && limits.some(({ maxValue }) => maxValue !== undefined)) {
    context.output.note(
      "The value limit is checked when it is sent: that needs the tag price, which a dry run does not ask for.",
    );
  }
  context.output.note(
    "Not checked in a dry run: the market's rules (sizes, units, precision, funds), and whether the account is halted.",
  );
}
