import { ValidationError } from "@depthwire/core";
import type { Pair } from "@depthwire/schema";
import { pairPatterns } from "@depthwire/schema/internal";

const pairPattern = new RegExp(pairPatterns.map((pattern) => `(?:${pattern})`).join("|"));

/**
 * The name of a pair.
 *
 * @throws ValidationError `value-invalid`
 */
export function checkPair(pair: string): Pair {
  if (!pairPattern.test(pair)) {
    throw new ValidationError("value-invalid", { path: "pair", rule: "the name of a pair, such as 4BTC_USDT" });
  }
  return pair as Pair;
}
