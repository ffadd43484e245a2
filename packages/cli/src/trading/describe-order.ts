import { trimDecimal } from "@depthwire/core/internal";
import type { usdt } from "@depthwire/schema";
import type { Plan } from "./confirm.js";
import { type Fact, type OpenedAccount, placeWords } from "./open-account.js";
import type { OrderWorth } from "./order-worth.js";

const effects = {
  "open-long": ["Buy", "opens or enlarges a long position"],
  "open-short": ["Sell", "opens or enlarges a short position"],
  "close-long": ["Sell", "reduces a long position"],
  "close-short": ["Buy", "reduces a short position"],
} as const;

/** What placing an order would do, for the person who is asked. */
export function planOf(order: usdt.PlaceOrderInput, worth: OrderWorth, account: OpenedAccount): Plan {
  const [verb, effect] = effects[order.side];
  const at = order.type === "limit" ? order.price : "the market";
  const { clientOrderId, takeProfitTriggerPrice, stopLossTriggerPrice } = order;
  const attached: readonly Fact[] = [
    ...(takeProfitTriggerPrice === undefined ? [] : [["take profit", takeProfitTriggerPrice] as const]),
    ...(stopLossTriggerPrice === undefined ? [] : [["stop loss", stopLossTriggerPrice] as const]),
  ];
  return {
    does: `${verb} ${order.quantity} ${order.pair} at ${at}`,
    facts: [
      ["effect", effect],
      ["value", valueWords(order, worth)],
      ...attached,
      ...(clientOrderId === undefined ? [] : [["client id", clientOrderId] as const]),
      ...placeWords(account),
    ],
  };
}

function valueWords({ type }: usdt.PlaceOrderInput, { value, coin, price }: OrderWorth): string {
  if (value === undefined) {
    return "not known: the venue tells no tag price";
  }
  const worth = `${trimDecimal(value)} ${coin}`;
  return type === "limit" ? worth : `about ${worth}, at the tag price ${trimDecimal(price ?? "")}`;
}
