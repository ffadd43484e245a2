import type { DepthCorpus } from "../corpus/depth-corpus.js";
import type { TextBook } from "../corpus/market.js";

/** One way from compressed frames to books. */
export interface BookContestant {
  readonly name: string;
  /** Forgets everything and takes the full messages of a corpus. Not measured. */
  load(corpus: DepthCorpus): void;
  /** Takes one update. Measured. */
  apply(frame: Uint8Array): void;
  /** A pair's book as text. Not measured. */
  book(pair: string): TextBook;
}
