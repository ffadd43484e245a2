import type { Random } from "@depthwire/core";
import { formatScaled } from "@depthwire/core/internal";
import type { Market } from "@depthwire/exchange/internal";
import type { usdt } from "@depthwire/schema";
import { randomInteger } from "@depthwire/testkit";
import { deck } from "../deck.js";

/** An order as it is placed. */
export type OrderInput = usdt.PlaceOrderInput;

/** What is planned for an order. */
export const orderKinds = ["market", "resting", "crossing", "beyond-band", "too-large"] as const;

/** One of {@link orderKinds}. */
export type OrderKind = (typeof orderKinds)[number];

/** An order with what it is meant to meet. */
export interface PlannedOrder {
  readonly kind: OrderKind;
  readonly order: OrderInput & { readonly clientOrderId: string };
}

/** Most orders are good ones. */
const mix: readonly OrderKind[] = [
  ...repeat("market", 4),
  ...repeat("resting", 5),
  ...repeat("crossing", 3),
  "beyond-band",
  "too-large",
];

const sides = ["open-long", "open-short", "close-long", "close-short"] as const;

/** Prices of the kinds as a share of the present one for a buyer; a seller's lies as far on the other side. */
const shares: Readonly<Record<OrderKind, number>> = {
  market: 1,
  resting: -0.05,
  crossing: 0.02,
  "beyond-band": 0.5,
  "too-large": -0.05,
};

/** Deals orders of every kind and side over the markets, each with the smallest sensible quantities. */
export function orderDealer(
  markets: readonly Market[],
  priceOf: (pair: string) => number,
  nextId: () => string,
  random: Random,
): () => PlannedOrder {
  const nextKind = deck(mix, random);
  const nextSide = deck(["open-long", "open-long", "open-short", "open-short", ...sides] as const, random);
  const nextMarket = deck(markets, random);
  return () => {
    const market = nextMarket();
    const kind = nextKind();
    const side = nextSide();
    const buys = side === "open-long" || side === "close-short";
    const price = Math.max(1, Math.round(priceOf(market.pair) * (1 + (buys ? shares[kind] : -shares[kind]))));
    const units = kind === "too-large" ? 1_000_000_000 : unitsWorth(market, price, randomInteger(random, 20, 60));
    return {
      kind,
      order: {
        pair: market.pair,
        side,
        type: kind === "market" ? "market" : "limit",
        price: formatScaled(price, market.priceScale),
        quantity: formatScaled(units * market.contractUnit, market.quantityScale),
        clientOrderId: nextId(),
      },
    };
  };
}

/** Contract units that are worth about so many USDT, at least one. */
function unitsWorth({ priceScale, quantityScale, contractUnit }: Market, price: number, worth: number): number {
  const unitValue = (price / 10 ** priceScale) * (contractUnit / 10 ** quantityScale);
  return Math.max(1, Math.ceil(worth / unitValue));
}

function repeat(kind: OrderKind, times: number): readonly OrderKind[] {
  return Array.from({ length: times }, () => kind);
}
