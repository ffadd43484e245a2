import { type CheckedBook, firstDifference, type PublishedBook } from "./compare.js";

/** What came of holding live views against the sandbox's published states. */
export class ComparisonTally {
  /** Views that were compared. */
  compared = 0;
  /** Those of them that differ. */
  divergent = 0;
  /** Views that could not be compared: the sandbox did not hold their state any more, or was not reached. */
  missed = 0;
  /** The first difference, for people. */
  firstDivergence: string | undefined;
  readonly #byPair = new Map<string, number>();

  /** Counts one live view, held against the state of its `seq`. */
  add(view: CheckedBook, truth: PublishedBook | undefined): void {
    if (truth === undefined) {
      this.missed++;
      return;
    }
    this.compared++;
    this.#byPair.set(view.pair, this.comparedOf(view.pair) + 1);
    const difference = firstDifference(view, truth);
    if (difference === undefined) {
      return;
    }
    this.divergent++;
    this.firstDivergence ??= `${view.pair} at seq ${view.seq}: ${difference}`;
  }

  /** How many views of one pair were compared. */
  comparedOf(pair: string): number {
    return this.#byPair.get(pair) ?? 0;
  }
}
