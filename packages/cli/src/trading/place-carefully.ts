import { OrderOutcomeUnknown, TransportError } from "@depthwire/core";
import { Trader } from "@depthwire/rest";
import type { usdt } from "@depthwire/schema";
import type { Context } from "../program/context.js";
import { checkNotHalted } from "./halt-marks.js";
import { checkLimits, limitsOf, readLimits } from "./limits.js";
import type { OpenedAccount } from "./open-account.js";
import { finishedOrders, isWaiting } from "./order-ends.js";
import { type OrderWorth, worthOf } from "./order-worth.js";
import { refuseUnknown, resolveWithin, waitMsOf } from "./outcome.js";
import type { PlaceFlags } from "./trade-options.js";

/** What is known of an order that was placed. */
export interface PlacedOrder {
  readonly orderId: string;
  readonly clientOrderId?: string | undefined;
  readonly status: string;
  readonly dealQuantity: string;
  readonly dealPrice: string;
}

/**
 * Holds an order against halts and limits, before anybody is asked.
 *
 * @returns what it is worth
 * @throws Refused `halted`, `usage`; ValidationError `limit-exceeded`
 */
export async function checkMayPlace(
  account: OpenedAccount,
  order: usdt.PlaceOrderInput,
  flags: PlaceFlags,
  { signal }: Context,
): Promise<OrderWorth> {
  const limits = [limitsOf(flags), await readLimits(account.folder)];
  waitMsOf(flags);
  if (order.side === "open-long" || order.side === "open-short") {
    await checkNotHalted(account);
  }
  const worth = await worthOf(order, account.rest, signal);
  checkLimits({ quantity: order.quantity, value: worth.value }, limits);
  return worth;
}

/**
 * Places an order once. Somebody may have halted meanwhile, or the market may have moved, so it is held against halts and limits again. If its answer is lost, what became of it is found out.
 *
 * @throws Refused `outcome-unknown` with the command that resolves it; TransportError `not-placed`; as {@link checkMayPlace} and `Trader.place`
 */
export async function placeCarefully(
  account: OpenedAccount,
  order: usdt.PlaceOrderInput,
  flags: PlaceFlags,
  context: Context,
): Promise<PlacedOrder> {
  const { rest, clock } = account;
  await checkMayPlace(account, order, flags, context);
  const trader = new Trader({ marketChecks: "all" }, { venue: rest, clock });
  try {
    const { latest } = await trader.place(order, { signal: context.signal, onUnknown: "throw" });
    return await stateOf(account, order, latest, context);
  } catch (error) {
    if (!(error instanceof OrderOutcomeUnknown)) {
      throw error;
    }
    return await findOut(account, error, flags, context);
  } finally {
    trader.close();
  }
}

/** How long the service may take to trade a market order that it has taken. */
const patienceMs = 5_000;

/** The order as the venue shows it a moment later, one at the market once it is finished; what its answer said where that cannot be had. */
async function stateOf(
  { rest }: OpenedAccount,
  { type }: usdt.PlaceOrderInput,
  { orderId, clientOrderId, status, dealPrice, dealQuantity }: PlacedOrder,
  { signal }: Context,
): Promise<PlacedOrder> {
  const patience = { patienceMs: type === "market" ? patienceMs : 0, signal };
  const [seen] = await finishedOrders(rest, [orderId], patience).catch(() => []);
  return {
    orderId,
    clientOrderId,
    status: seen?.status ?? status,
    dealQuantity: seen?.dealQuantity ?? dealQuantity,
    dealPrice: seen?.dealPrice ?? dealPrice,
  };
}

async function findOut(
  account: OpenedAccount,
  unknown: OrderOutcomeUnknown,
  flags: PlaceFlags,
  context: Context,
): Promise<PlacedOrder> {
  const verdict = await resolveWithin(account, unknown, { timeoutMs: waitMsOf(flags) }, context);
  const { operation, clientOrderId = "" } = unknown.details;
  if (verdict.kind === "placed" || verdict.kind === "rejected") {
    const { orders } = verdict;
    const order = orders.find(isWaiting) ?? orders[0];
    if (orders.length > 1) {
      const ids = orders.map(({ orderId }) => orderId).join(", ");
      context.output.note(`The service shows ${orders.length} orders with this client id: ${ids}. Look at them.`);
    }
    if (order !== undefined) {
      const { orderId, status, dealQuantity, dealPrice } = order;
      return { orderId, clientOrderId, status, dealQuantity, dealPrice };
    }
  }
  if (verdict.kind === "not-placed") {
    throw new TransportError("not-placed", { clientOrderId }, { operation, cause: unknown });
  }
  return refuseUnknown(account, unknown.details);
}
