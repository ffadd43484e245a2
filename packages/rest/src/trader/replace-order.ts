import { compareDecimal, subtractDecimals, ValidationError, VenueError } from "@depthwire/core";
import type { usdt } from "@depthwire/schema";
import type { RestClient } from "../client/rest-client.js";
import { haltedError } from "../halt/order-gate.js";
import { ordersById } from "../lists/in-batches.js";
import { checkForm, checkKeys } from "../market/check-form.js";
import type { OrderHandle, Replacement } from "./order-handle.js";
import { hasTradedMore, isFinished, type OrderState } from "./order-state.js";
import type { ToldFills } from "./told-fills.js";
import type { PlaceOptions } from "./trader-options.js";

/** What replacing needs. */
export interface ReplaceParts {
  readonly venue: RestClient;
  /** Holds what is to be placed against limits and market as if the replaced order were gone already. */
  readonly check: (order: usdt.PlaceOrderInput, replaced: OrderState) => Promise<void>;
  /** The venue was asked for the order. */
  readonly asked: (order: OrderState) => void;
  readonly place: (order: usdt.PlaceOrderInput, options: PlaceOptions) => Promise<OrderHandle>;
  /** What was reported of the order's trades. */
  readonly fills: ToldFills;
}

/** Codes of a cancel refused because the order is finished, is about to be, or is no longer on record. */
const mayBeFinished: readonly number[] = [2033, 2064, 2040];
const isBeingCancelled = 2064;

const replaceable: readonly (keyof Replacement)[] = ["price", "quantity"];

/**
 * Cancels an order, waits until that is certain, and places what it left, changed. What can be refused before is refused before the cancel.
 *
 * @throws ValidationError `value-invalid`, `limit-exceeded`, `market-rule`; `halted` when trading was halted meanwhile and the order is one that
 * the halt cancels: the replacement certainly was not sent
 * @throws as cancelling and placing
 */
export async function replaceOrder(
  parts: ReplaceParts,
  handle: OrderHandle,
  replacement: Replacement,
): Promise<OrderHandle> {
  const { venue, check, place, fills } = parts;
  checkKeys(replacement, replaceable);
  // An order that no halt cancels may be replaced while trading is halted.
  const isKept = venue.sentOrders.find(handle.latest)?.isSentWhileHalted === true;
  const checkHalt = (): void => {
    if (venue.halted !== undefined && !isKept) {
      throw haltedError(venue.halted);
    }
  };
  checkHalt();
  await check(replacing(handle.latest, replacement, fills), handle.latest);
  checkHalt();
  await cancel(parts, handle);
  await handle.done;
  const order = replacing(handle.latest, replacement, fills);
  checkHalt();
  return place(order, { haltStops: isKept ? "opening-orders" : "this-order" });
}

/** What is placed for an order: at most what is left of it, by whichever source told that most of it was traded. */
function replacing(replaced: OrderState, { price, quantity }: Replacement, fills: ToldFills): usdt.PlaceOrderInput {
  const { pair, side } = replaced as { readonly pair: string; readonly side: usdt.PlaceOrderInput["side"] };
  const whole: usdt.PlaceOrderInput = {
    pair,
    side,
    type: "limit",
    quantity: quantity ?? replaced.quantity,
    price: price ?? replaced.price,
  };
  checkForm(whole);
  if (compareDecimal(whole.price, "0") <= 0) {
    throw new ValidationError("value-invalid", { path: "price", rule: "greater than 0" });
  }
  const filled = fills.of(replaced.orderId);
  const traded = hasTradedMore(filled, replaced) ? filled : replaced.dealQuantity;
  const left = subtractDecimals(whole.quantity, traded);
  if (compareDecimal(left, "0") <= 0) {
    throw new ValidationError("value-invalid", { path: "quantity", rule: "more than what was traded already" });
  }
  return { ...whole, quantity: left };
}

/** A refusal that says that the order is finished is believed when the order is: whatever else was refused is the caller's to know. */
async function cancel({ venue, asked }: ReplaceParts, handle: OrderHandle): Promise<void> {
  try {
    await handle.cancel();
  } catch (error) {
    if (!(error instanceof VenueError) || !mayBeFinished.includes(error.venueCode)) {
      throw error;
    }
    const [found] = await ordersById(venue, [handle.orderId], { priority: "outcome" });
    if (found !== undefined) {
      asked(found);
    }
    const isOver = handle.isFinished || (found !== undefined && isFinished(found.status));
    if (!isOver && error.venueCode !== isBeingCancelled) {
      throw error;
    }
  }
}
