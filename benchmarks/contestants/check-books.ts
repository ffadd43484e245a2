import type { DepthCorpus } from "../corpus/depth-corpus.js";
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
      const [actualText, expectedText] = [JSON.stringify(book[side]), JSON.stringify(expected[side])];
      if (actualText !== expectedText) {
        throw new Error(`${contestant.name} has other ${side} of ${pair} than the corpus "${corpus.name}"`);
      }
    }
  }
}
