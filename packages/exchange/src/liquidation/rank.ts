import type { AccountId } from "../account/account-id.js";
import { compare, type Fraction, fraction } from "../exact/fraction.js";

/** What decides who is deleveraged first. All fractions are money. */
export interface Standing {
  readonly account: AccountId;
  readonly profit: Fraction;
  /** What the position cost. */
  readonly cost: bigint;
  /** What it is worth at the tag price. */
  readonly value: Fraction;
  /** Margin and profit; for a position without margin its value. */
  readonly equity: Fraction;
}

function times(left: Fraction, right: Fraction): Fraction {
  return fraction(left.numerator * right.numerator, left.denominator * right.denominator);
}

function inverse(value: Fraction): Fraction {
  return value.numerator <= 0n ? fraction(1n) : fraction(value.denominator, value.numerator);
}

/** Profit ratio × effective leverage for those in profit, ratio ÷ leverage for those in loss. */
export function score({ profit, cost, value, equity }: Standing): Fraction {
  const ratio = times(profit, inverse(fraction(cost)));
  const leverage = times(value, inverse(equity));
  return profit.numerator >= 0n ? times(ratio, leverage) : times(ratio, inverse(leverage));
}

/** Who is deleveraged first comes first; of equals the older account. */
export function rank<Candidate extends Standing>(candidates: readonly Candidate[]): readonly Candidate[] {
  const scored = candidates.map((candidate) => ({ candidate, points: score(candidate) }));
  scored.sort((left, right) => compare(right.points, left.points) || left.candidate.account - right.candidate.account);
  return scored.map(({ candidate }) => candidate);
}
