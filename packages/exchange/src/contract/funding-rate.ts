import type { MarkState } from "./contract-state.js";

/** Rates of funding, at the rate scale. */
const interest = 1_000_000;
const maxDamping = 5_000_000;

/** The highest rate of a funding, either way. */
export const maxFundingRate = 37_500_000;

function clamp(value: number, max: number): number {
  return Math.max(-max, Math.min(max, value));
}

/** The rate that is due: the mean premium, drawn towards the interest of 0.0001 by at most 0.0005, and capped. At the rate scale. */
export function fundingRate(mark: Pick<MarkState, "premiumSum" | "premiumCount">): number {
  const premium = mark.premiumCount === 0 ? 0 : Math.floor(mark.premiumSum / mark.premiumCount);
  return clamp(premium + clamp(interest - premium, maxDamping), maxFundingRate);
}
