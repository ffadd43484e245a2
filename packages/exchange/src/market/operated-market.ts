/** What the operator has ordered for one market. */
export interface OperatedMarket {
  /** Users' market orders are refused. */
  limitOnly: boolean;
  /** Nobody trades: users' orders are refused, and agents do nothing. What waits may be cancelled. */
  halted: boolean;
  /** How much makers quote, in thousandths of what they usually do. */
  quotePermille: number;
  /** The rate of the next funding, at the rate scale, in place of the one that follows from the premium. */
  nextFundingRate: number | undefined;
}

/** A market for which nothing is ordered. */
export function operatedMarket(): OperatedMarket {
  return { limitOnly: false, halted: false, quotePermille: 1000, nextFundingRate: undefined };
}
