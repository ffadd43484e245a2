import type { Market } from "../market/market.js";

/** One line per spot market: initial price and decimal places of prices and quantities, and a common order size. */
const spots: readonly (readonly [
  coin: string,
  currency: string,
  price: string,
  quantityScale: number,
  typical: number,
])[] = [
  ["BTC", "USDT", "47741.60", 4, 0.4],
  ["ETH", "USDT", "3942.15", 4, 5],
  ["BIX", "USDT", "2.5000", 2, 800],
  ["ETH", "BTC", "0.082573", 4, 4],
  ["ETH", "DAI", "3942.15", 4, 2],
];

/** One order may have this many typical sizes. */
const maxTypicals = 125;

function spotMarket([coin, currency, price, quantityScale, typical]: (typeof spots)[number]): Market {
  const typicalQuantity = Math.round(typical * Number(`1e${quantityScale}`));
  return {
    pair: `${coin}_${currency}`,
    family: "spot",
    coin,
    currency,
    priceScale: price.length - 1 - price.indexOf("."),
    quantityScale,
    contractUnit: 1,
    maxOrderQuantity: typicalQuantity * maxTypicals,
    initialPrice: Number(price.replace(".", "")),
    typicalQuantity,
  };
}

/** What a coin of the list cost in USDT; nothing when it has no such market. */
export function spotPrice(coin: string): string | undefined {
  return spots.find(([name, currency]) => name === coin && currency === "USDT")?.[2];
}

/** The venue's id of a spot pair: its place in the list, from 1. */
export function spotPairId(pair: string): string {
  return String(spotMarkets.findIndex((market) => market.pair === pair) + 1);
}

/** Every spot market. */
export const spotMarkets: readonly Market[] = spots.map(spotMarket);
