import { brandedText } from "../shape/scalar.js";
import type { Branded } from "../shape/value.js";

/** The name of something that is traded, such as `4BTC_USDT`. */
export type Pair = Branded<"pair">;

/** Shape of a {@link Pair}. */
export const pair = /* @__PURE__ */ brandedText("pair");

/** How pairs of one family are written, as data. A pair is `digit + coin + "_" + pricing coin`. */
export interface PairGrammar {
  readonly family: "usdt-margined" | "coin-margined" | "spot";
  /** The digit before the coin; none in spot. */
  readonly digit: string | undefined;
  /** Characters of a coin symbol, as a regular expression's class. */
  readonly coin: "[A-Z0-9]";
  /** Most characters of a coin symbol. */
  readonly maxCoinLength: number;
  /** The coin after the underscore; `undefined`: any. */
  readonly pricingCoin: string | undefined;
  /** What the traded quantity counts. */
  readonly quantityUnit: "coin" | "USD";
  /** The whole grammar as an anchored regular expression (source text), for validators and JSON Schema. */
  readonly pattern: string;
  /** One name that fits. */
  readonly example: string;
}

const usdtMarginedPattern = "^4[A-Z0-9]{1,16}_USDT$";
const coinMarginedPattern = "^5[A-Z0-9]{1,16}_USD$";
const spotPattern = "^[A-Z0-9]{1,16}_[A-Z0-9]{1,16}$";

/** The patterns of all families alone, for code that only wants to know whether a name is one of a pair. */
export const pairPatterns: readonly string[] = [usdtMarginedPattern, coinMarginedPattern, spotPattern];

/**
 * USDT-margined contracts: the digit 4, priced in USDT.
 *
 * @spec document 1, What the service does
 */
export const usdtMarginedPairGrammar: PairGrammar = {
  family: "usdt-margined",
  digit: "4",
  coin: "[A-Z0-9]",
  maxCoinLength: 16,
  pricingCoin: "USDT",
  quantityUnit: "coin",
  pattern: usdtMarginedPattern,
  example: "4BTC_USDT",
};

/**
 * Coin-margined (inverse) contracts: the digit 5, priced in USD.
 *
 * @spec document 2, What the service does
 */
export const coinMarginedPairGrammar: PairGrammar = {
  family: "coin-margined",
  digit: "5",
  coin: "[A-Z0-9]",
  maxCoinLength: 16,
  pricingCoin: "USD",
  quantityUnit: "USD",
  pattern: coinMarginedPattern,
  example: "5BTC_USD",
};

/**
 * Spot pairs: two coin symbols.
 *
 * @spec document 2, Resources, Spot market records
 */
export const spotPairGrammar: PairGrammar = {
  family: "spot",
  digit: undefined,
  coin: "[A-Z0-9]",
  maxCoinLength: 16,
  pricingCoin: undefined,
  quantityUnit: "coin",
  pattern: spotPattern,
  example: "BTC_USDT",
};

/** All families. A contract's pattern is tried before spot's, which would fit it too. */
export const pairGrammars: readonly PairGrammar[] = [usdtMarginedPairGrammar, coinMarginedPairGrammar, spotPairGrammar];
