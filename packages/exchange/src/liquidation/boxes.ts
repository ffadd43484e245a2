import type { AccountId } from "../account/account-id.js";
import type { MarkRange } from "./mark-range.js";

/** The ranges of one contract: of each user's box one side. */
interface ContractRanges {
  readonly byAccount: Map<AccountId, MarkRange>;
  /** Within these marks nobody's range is left. They may be too narrow, which costs a look at the ranges, and never too wide. */
  highestLowest: number;
  lowestHighest: number;
}

/**
 * Whom no move of the marks has brought near a liquidation since the exchange last looked at him. A user's box is a range of
 * marks in each contract that he holds: while every mark is in its range and nothing of his has changed, nothing can happen to
 * him.
 *
 * It follows from the state and is no part of it: after a start everybody is looked at once.
 */
export class LiquidationBoxes {
  readonly #contracts: Map<string, ContractRanges> = new Map();
  /** Whether everybody has been looked at. */
  isKnown = false;

  /** Adds those whose box a mark has left. */
  addLeft(markOf: (pair: string) => number, accounts: Set<AccountId>): void {
    for (const [pair, ranges] of this.#contracts) {
      const mark = markOf(pair);
      if (mark < ranges.highestLowest || mark > ranges.lowestHighest) {
        addLeft(ranges, mark, accounts);
      }
    }
  }

  /** A user's range in a contract is another one. */
  set(pair: string, account: AccountId, range: MarkRange): void {
    let ranges = this.#contracts.get(pair);
    if (ranges === undefined) {
      ranges = { byAccount: new Map(), highestLowest: 0, lowestHighest: Number.MAX_SAFE_INTEGER };
      this.#contracts.set(pair, ranges);
    }
    ranges.byAccount.set(account, range);
    ranges.highestLowest = Math.max(ranges.highestLowest, range.lowest);
    ranges.lowestHighest = Math.min(ranges.lowestHighest, range.highest);
  }

  /** A user holds nothing in a contract. */
  delete(pair: string, account: AccountId): void {
    this.#contracts.get(pair)?.byAccount.delete(account);
  }
}

/** Looks at all ranges of a contract: whose does not hold the mark, and how far may it go before the next look? */
function addLeft(ranges: ContractRanges, mark: number, accounts: Set<AccountId>): void {
  let [highestLowest, lowestHighest] = [0, Number.MAX_SAFE_INTEGER];
  for (const [account, { lowest, highest }] of ranges.byAccount) {
    if (mark < lowest || mark > highest) {
      accounts.add(account);
    }
    highestLowest = Math.max(highestLowest, lowest);
    lowestHighest = Math.min(lowestHighest, highest);
  }
  ranges.highestLowest = highestLowest;
  ranges.lowestHighest = lowestHighest;
}
