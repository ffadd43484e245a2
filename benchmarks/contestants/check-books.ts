import type { DepthCorpus } from "../corpus/depth-corpus.js";
import { type TextLevel, withoutZeros } from "../corpus/market.js";
import type { BookContestant } from "./contestant.js";

/**
 * Holds the contestant's books against those of the corpus, level by level.
 *
 * @throws Error naming the first difference: a contestant that does other work is not compared
 */
export function checkBooks(contestant: Pick<BookContestant, "name" | "book">, corpus: DepthCorpus): void {
  for (const [pair, expected] of corpus.finalBooks) {
    const book = contestant.book(pair);
    for (const side of ["asks", "bids"] as const) {
      const [actualText, expectedText] = [shortest(book[side]), shortest(expected[side])];
      if (actualText !== expectedText) {
        throw new Error(`${contestant.name} has other ${side} of ${pair} than the corpus "${corpus.name}"`);
      }
    }
  }
}

/** Some keep a decimal's zeros at the end as they came: it is the same decimal. */
function shortest(levels: readonly TextLevel[]): string {
  return JSON.stringify(levels.map((texts) => texts.map(withoutZeros)));
}
