import { corpusRandom, integerBetween } from "./random.js";

/** The secret that a corpus of requests is signed with. */
export const requestSecret = "c708ac3e70d115ec29efbee197330627d7edf842";

/** Strings to sign of order requests: the time, then the body. */
export function requestTexts(seed: number, requests: number): readonly string[] {
  const random = corpusRandom(seed);
  return Array.from({ length: requests }, (_, index) => {
    const body = {
      pair: "4BTC_USDT",
      amount: `0.${integerBetween(random, 1000, 9999)}`,
      order_side: integerBetween(random, 1, 4),
      order_type: 2,
      price: `${integerBetween(random, 40_000, 60_000)}.${integerBetween(random, 1, 9)}`,
      order_from: 6,
      client_oid: `client-${seed}-${index}`,
      plan_type: 1,
      profit_price: "65000",
      loss_price: "35000",
    };
    return `${1_700_000_000_000 + index}${JSON.stringify(body)}`;
  });
}
