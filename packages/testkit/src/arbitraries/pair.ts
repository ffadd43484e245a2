import * as fc from "fast-check";

const coin: fc.Arbitrary<string> = fc.string({
  unit: fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"),
  minLength: 2,
  maxLength: 6,
});

/** Names of USDT-margined contracts: `4BTC_USDT`. `@spec document 1, introduction` */
export function usdtMarginedPair(): fc.Arbitrary<string> {
  return coin.map((symbol) => `4${symbol}_USDT`);
}

/** Names of coin-margined contracts: `5BTC_USD`. `@spec document 2, What the service does` */
export function coinMarginedPair(): fc.Arbitrary<string> {
  return coin.map((symbol) => `5${symbol}_USD`);
}

/** Names of spot pairs: `BTC_USDT`. The traded coin does not start with a digit. */
export function spotPair(): fc.Arbitrary<string> {
  const quote = fc.constantFrom("USDT", "BTC", "ETH", "DAI");
  return fc
    .tuple(
      coin.filter((symbol) => !/^\d/.test(symbol)),
      quote,
    )
    .map(([base, money]) => `${base}_${money}`);
}

/** Names of pairs of every family. */
export function anyPair(): fc.Arbitrary<string> {
  return fc.oneof(usdtMarginedPair(), coinMarginedPair(), spotPair());
}
