import type { MarkState } from "./contract-state.js";

/** Rates of funding, at the rate scale. */
const interest = 1_000_000;
const mostDamping = 5_000_000;
const mostRate = 37_500_000;

function clamp(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value));
}

/** The rate that is due: the mean premium, drawn towards the interest of 0.0001 by at most 0.0005, and capped. At the rate scale. */
export function fundingRate(mark: Pick<MarkState, "premiumSum" | "premiumCount">): number {
  const premium = mark.premiumCount === 0 ? 0 : Math.floor(mark.premiumSum / mark.premiumCount);
  return clamp(premium + clamp(interest - premium, mostDamping), mostRate);
}
