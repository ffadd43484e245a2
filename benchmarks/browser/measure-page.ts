import { createInflate } from "@depthwire/book";
import { checkBooks } from "../contestants/check-books.js";
import type { BookContestant } from "../contestants/contestant.js";
import { createPagePlain } from "../contestants/page-plain.js";
import { createPieces } from "../contestants/pieces.js";
import { createWholeEngine } from "../contestants/whole-engine.js";
import type { DepthCorpus } from "../corpus/depth-corpus.js";
import { type Entrant, type MeasureOptions, measure } from "../runner/measure.js";

/** A corpus on its way into a page: bytes as numbers of a text. */
export interface PageCorpus extends Pick<DepthCorpus, "name" | "pairs"> {
  readonly snapshots: readonly string[];
  readonly updates: readonly string[];
  readonly finalBooks: readonly (readonly [string, unknown])[];
}

/** Measures in the page itself: rates by contestant. @throws Error when a contestant has other books than the corpus */
export function measurePage(given: PageCorpus, options: MeasureOptions): readonly (readonly [string, number])[] {
  const corpus = {
    ...given,
    snapshots: given.snapshots.map(bytesOf),
    updates: given.updates.map(bytesOf),
    finalBooks: new Map(given.finalBooks),
  } as unknown as DepthCorpus;
  const contestants = [createPieces(), createWholeEngine(() => createInflate()), createPagePlain()];
  return [
    ...measure(
      contestants.map((contestant) => entrantOf(contestant, corpus)),
      options,
    ),
  ];
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

function entrantOf(contestant: BookContestant, corpus: DepthCorpus): Entrant {
  return {
    name: contestant.name,
    operations: corpus.updates.length,
    run() {
      contestant.load(corpus);
      const startMs = performance.now();
      for (const frame of corpus.updates) {
        contestant.apply(frame);
      }
      return performance.now() - startMs;
    },
    check: () => checkBooks(contestant, corpus),
  };
}
