/** Tag prices of one contract, both ends included. It is empty when the lowest is above the highest. */
export interface MarkRange {
  readonly lowest: number;
  readonly highest: number;
}

/** All prices. */
export const everywhere: MarkRange = { lowest: 0, highest: Number.MAX_SAFE_INTEGER };
/** No price. */
export const nowhere: MarkRange = { lowest: Number.MAX_SAFE_INTEGER, highest: 0 };

/** What two ranges share. */
export function overlap(left: MarkRange, right: MarkRange): MarkRange {
  return { lowest: Math.max(left.lowest, right.lowest), highest: Math.min(left.highest, right.highest) };
}
