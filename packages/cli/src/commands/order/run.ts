import { usdt } from "@depthwire/schema";
import { checkRequest } from "../../operations/written-request.js";
import type { RunCommand } from "../../program/command.js";
import { confirm } from "../../trading/confirm.js";
import { planOf } from "../../trading/describe-order.js";
import type { DryRunFlags } from "../../trading/dry-run.js";
import { newClientOrderId, showOrder } from "../../trading/dry-run-order.js";
import { openAccount } from "../../trading/open-account.js";
import { checkMayPlace, type PlacedOrder, placeCarefully } from "../../trading/place-carefully.js";
import type { ConfirmFlags, PlaceFlags } from "../../trading/trade-options.js";
import { knownPair, refuseOtherFamilies } from "../../venue/known-pair.js";
import { changeOfLeverage, type LeverageFlags } from "./leverage.js";

interface OrderFlags extends DryRunFlags, ConfirmFlags, PlaceFlags, LeverageFlags {
  readonly at: string;
  readonly close?: true;
  readonly clientId?: string;
}

/** Places one order after a question, within limits, and says what became of it. */
export const run: RunCommand<OrderFlags> = async ({ arguments: words, options }, context) => {
  const [direction, pair, quantity] = words as readonly ["buy" | "sell", string, string];
  const order = orderOf({ direction, pair, quantity }, options);
  if (options.dryRun === true) {
    await showOrder(order, options, context);
    return undefined;
  }
  await using account = await openAccount(options, context);
  await knownPair(pair, account);
  checkRequest(usdt.placeOrder, { ...order });
  const worth = await checkMayPlace(account, order, options, context);
  const leverage = await changeOfLeverage(account, order, options, context);
  const plan = planOf(order, worth, account);
  await confirm({ ...plan, facts: [...plan.facts, ...(leverage?.facts ?? [])] }, options, context);
  await leverage?.make();
  const placed = await placeCarefully(account, order, options, context);
  context.output.result({ ...order, ...placed, value: worth.value, coin: worth.coin }, textOf(order, placed));
  return undefined;
};

interface Wanted {
  readonly direction: "buy" | "sell";
  readonly pair: string;
  readonly quantity: string;
}

const sides = {
  buy: { open: "open-long", close: "close-short" },
  sell: { open: "open-short", close: "close-long" },
} as const;

/** @throws Refused `usage` for a pair of which the documents have no orders */
function orderOf({ direction, pair, quantity }: Wanted, { at, close, clientId }: OrderFlags): usdt.PlaceOrderInput {
  refuseOtherFamilies(pair, "orders");
  const isMarket = at === "market";
  return {
    pair,
    side: sides[direction][close === true ? "close" : "open"],
    type: isMarket ? "market" : "limit",
    quantity,
    // The table asks for a price, which means nothing to a market order.
    price: isMarket ? "0" : at,
    clientOrderId: clientId ?? newClientOrderId(),
  };
}

function textOf({ pair, quantity }: usdt.PlaceOrderInput, placed: PlacedOrder): string {
  const { orderId, clientOrderId, status, dealQuantity, dealPrice } = placed;
  const traded = /^0*(\.0*)?$/.test(dealQuantity) ? "nothing traded yet" : `${dealQuantity} traded at ${dealPrice}`;
  const id = clientOrderId === undefined ? orderId : `${orderId} (client id ${clientOrderId})`;
  return `Order ${id}: ${quantity} ${pair}, ${status}, ${traded}`;
}
