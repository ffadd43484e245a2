import type { Random } from "@depthwire/core";
import { usdt } from "@depthwire/schema";

/** An order that a program asks the accelerator for, over all calls that it takes. */
export interface Wish {
  /** What auditors call it. */
  readonly name: string;
  /** The id that its client chose; undefined: its Idempotency-Key alone names it. */
  readonly clientOrderId: string | undefined;
  /** Where it is asked for: the accelerator's own path, or the documented one. */
  readonly target: string;
  readonly body: Readonly<Record<string, string | number>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Draws an order: near a price, at the market, or far away; named by an id of its client, by a key, or by both. */
export function makeWish(
  random: Random,
  { account, number, price }: { readonly account: number; readonly number: number; readonly price: string | undefined },
): Wish {
  const isFar = random() < 0.3 || price === undefined;
  const isNamedByKey = isFar && random() < 0.5;
  const side = isFar || random() < 0.5 ? "open-long" : "open-short";
  const asked = isFar ? farPrice(number) : price;
  const atMarket = !isFar && random() < 0.4;
  const terms: Readonly<Record<string, string>> = atMarket ? { type: "market" } : { type: "limit", price: asked };
  const body = { pair: "4BTC_USDT", side, quantity: "0.01", ...terms };
  const key: Readonly<Record<string, string>> = { "idempotency-key": `wish-${number}` };
  if (isNamedByKey) {
    return { name: nameOfPrice(asked), clientOrderId: undefined, target: "/orders", body, headers: key };
  }
  const clientOrderId = String(account * 1_000_000 + number);
  const named = { name: clientOrderId, clientOrderId, headers: random() < 0.2 ? key : {} };
  return random() < 0.3
    ? { ...named, target: usdt.placeOrder.path, body: documented(body, clientOrderId) }
    : { ...named, target: "/orders", body: { ...body, clientOrderId } };
}

/** The fields as old clients write them. @spec document 1, Endpoints, Place order */
function documented(
  { pair, side, quantity, type, price = "0" }: Readonly<Record<string, string>>,
  clientOrderId: string,
): Wish["body"] {
  return {
    pair: pair ?? "",
    amount: quantity ?? "",
    order_side: side === "open-long" ? 1 : 2,
    order_type: type === "market" ? 1 : 2,
    price,
    order_from: 6,
    client_oid: clientOrderId,
  };
}

/** No two of them are the same: an order that its client gave no id is known by its price. */
function farPrice(number: number): string {
  return (1_000 + number / 10).toFixed(1);
}

/** What auditors call an order that is known by its price. */
export function nameOfPrice(price: string): string {
  return `at ${Number(price)}`;
}
