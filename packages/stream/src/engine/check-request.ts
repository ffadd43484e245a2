import { abortedBy } from "@depthwire/account/internal";
import { ValidationError } from "@depthwire/core";
import { abortSignal, checkOptions } from "@depthwire/core/internal";
import type { Pair } from "@depthwire/schema";
import { pairGrammars } from "@depthwire/schema/internal";

const pairPattern = new RegExp(pairGrammars.map((grammar) => `(?:${grammar.pattern})`).join("|"));

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

/**
 * A signal that ends something has not done so yet.
 *
 * @throws ValidationError `option-invalid`; TransportError `aborted`
 */
export function checkSignal(signal: AbortSignal | undefined): void {
  checkOptions({ signal }, { signal: abortSignal });
  if (signal?.aborted === true) {
    throw abortedBy(signal);
  }
}

/**
 * An option that is a whole number within bounds.
 *
 * @throws ValidationError `option-invalid`
 */
export function checkWhole(option: string, value: number, least: number, most: number): void {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new ValidationError("option-invalid", { option, rule: `an integer from ${least} to ${most}` });
  }
}
