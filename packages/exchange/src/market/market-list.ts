import { spotMarkets, spotPrice } from "../spot/spot-list.js";
import type { Market, MarketFamily } from "./market.js";

/**
 * One line per coin: initial price and decimal places of prices and quantities, and a common order size.
 * Prices are those of a December of the years that the documents' samples come from.
 */
const coins: readonly (readonly [coin: string, price: string, quantityScale: number, typical: number])[] = [
  ["BTC", "47741.6", 4, 0.8],
  ["ETH", "3942.15", 3, 10],
  ["XRP", "0.83125", 0, 20_000],
  ["LTC", "151.42", 3, 100],
  ["BCH", "434.71", 3, 40],
  ["EOS", "3.3184", 1, 6_000],
  ["ETC", "35.416", 2, 500],
  ["LINK", "18.634", 2, 1_000],
  ["DOT", "25.817", 2, 700],
  ["ADA", "1.24163", 1, 14_000],
  ["SOL", "171.38", 2, 100],
  ["AVAX", "83.905", 2, 200],
  ["DOGE", "0.170352", 0, 100_000],
  ["UNI", "14.926", 2, 1_200],
  ["FIL", "36.842", 2, 450],
  ["TRX", "0.084217", 0, 200_000],
  ["ATOM", "21.573", 2, 800],
  ["XLM", "0.261843", 0, 70_000],
  ["AAVE", "176.25", 2, 100],
  ["MATIC", "2.06418", 1, 8_000],
];

/** Scales of a synthetic coin; its price lies between 10 and 1000. */
const syntheticPriceScale = 3;
const syntheticQuantityScale = 2;

/** One order may have this many typical sizes: of BTC, whose figures are known, 100 coins. */
const maxTypicals = 125;

/** By multiplication: `**` is not exact in every engine. */
function powerOfTen(exponent: number): number {
  let power = 1;
  for (let i = 0; i < exponent; i++) {
    power *= 10;
  }
  return power;
}

function decimalPlaces(text: string): number {
  return text.length - 1 - text.indexOf(".");
}

function listedMarket(pair: string, family: MarketFamily, coin: string): Market | undefined {
  const row = coins.find(([name]) => name === coin);
  if (row === undefined) {
    return undefined;
  }
  const [, price, quantityScale, typical] = row;
  const priceScale = decimalPlaces(price);
  const initialPrice = Number(price.replace(".", ""));
  // Quantities of inverse contracts are in USD, a whole number of contracts of 1 USD.
  const inverse = family === "coin-margined";
  const scale = inverse ? 0 : quantityScale;
  const inUsd = Math.round((typical * initialPrice) / powerOfTen(priceScale));
  const typicalQuantity = inverse ? inUsd : Math.round(typical * powerOfTen(quantityScale));
  return {
    pair,
    family,
    coin,
    priceScale,
    quantityScale: scale,
    contractUnit: 1,
    maxOrderQuantity: typicalQuantity * maxTypicals,
    initialPrice,
    typicalQuantity,
  };
}

/** A market that exists only for load: its figures follow from its name, so that they never change. */
function syntheticMarket(pair: string, family: MarketFamily, coin: string): Market {
  let hash = 0;
  for (let i = 0; i < coin.length; i++) {
    hash = (hash * 31 + coin.charCodeAt(i)) % 990_000;
  }
  const initialPrice = 10_000 + hash;
  const typicalQuantity = Math.max(100, Math.round(4_000_000_000 / initialPrice));
  return {
    pair,
    family,
    coin,
    priceScale: syntheticPriceScale,
    quantityScale: syntheticQuantityScale,
    contractUnit: 1,
    maxOrderQuantity: typicalQuantity * maxTypicals,
    initialPrice,
    typicalQuantity,
  };
}

const pairGrammar = /^(?:4(?<linear>[A-Z][A-Z0-9]*)_USDT|5(?<inverse>[A-Z][A-Z0-9]*)_USD)$/;

/**
 * The market of a contract pair: with real-looking figures for the coins of the list, with synthetic ones for others.
 *
 * @returns nothing when the text is not a contract pair
 * @spec document 1, What the service does, Contract symbol
 */
export function contractMarket(pair: string): Market | undefined {
  const match = pairGrammar.exec(pair);
  if (match === null) {
    return undefined;
  }
  const family = match.groups?.["linear"] === undefined ? "coin-margined" : "usdt-margined";
  const coin = match.groups?.["linear"] ?? match.groups?.["inverse"] ?? "";
  return listedMarket(pair, family, coin) ?? syntheticMarket(pair, family, coin);
}

/** What a coin cost when the list was made: an integer and its decimal places. Nothing for a coin that is not listed. */
export function listedPrice(coin: string): { readonly price: number; readonly scale: number } | undefined {
  const text = coins.find(([name]) => name === coin)?.[1] ?? spotPrice(coin);
  return text === undefined ? undefined : { price: Number(text.replace(".", "")), scale: decimalPlaces(text) };
}

/** The market of a name: any contract, or a spot market of the list. */
export function marketOf(pair: string): Market | undefined {
  return contractMarket(pair) ?? spotMarkets.find((market) => market.pair === pair);
}

/** Coin-margined contracts of the whole venue. */
const inversePairs = ["5BTC_USD", "5ETH_USD"] as const;

/** How many USDT-margined pairs the whole venue has. */
const usualContracts = 20;

/** Every market that a venue of its own has: USDT- and coin-margined contracts, and spot. */
export function wholeVenue(): readonly string[] {
  return [...contractPairs(usualContracts), ...inversePairs, ...spotMarkets.map(({ pair }) => pair)];
}

/** The first `count` USDT-margined pairs: the listed coins, then synthetic ones `4S1_USDT`, `4S2_USDT`, … */
export function contractPairs(count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => {
    const coin = coins[i]?.[0] ?? `S${i - coins.length + 1}`;
    return `4${coin}_USDT`;
  });
}
