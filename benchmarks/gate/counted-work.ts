import { createHash } from "node:crypto";
import { createDepthCorpus, type DepthCorpus } from "../corpus/depth-corpus.js";
import { requestTexts } from "../corpus/request-texts.js";
import { type CountedCase, type CountTerms, corpusOf } from "./counted-case.js";
import { recordSegment } from "./recorded-segment.js";

/** What a counted case works on, made beforehand: a process that is counted makes no corpus. It can be written by `node:v8`. */
export type CountedWork =
  | { readonly kind: "books"; readonly terms: CountTerms; readonly corpus: DepthCorpus }
  | { readonly kind: "texts"; readonly terms: CountTerms; readonly texts: readonly string[] }
  | {
      readonly kind: "segment";
      readonly terms: CountTerms;
      readonly corpus: DepthCorpus;
      readonly segment: Uint8Array;
    };

/** Makes what a case works on: the same each time, wherever zlib is the same. */
export async function countedWork(name: CountedCase, terms: CountTerms): Promise<CountedWork> {
  switch (name) {
    case "signing":
      return { kind: "texts", terms, texts: requestTexts(1, terms.warmUp + terms.counted) };
    case "replay": {
      // One segment, which is decoded until its code is compiled, and once more.
      const corpus = createDepthCorpus(corpusOf(name, { warmUp: 0, counted: terms.counted }));
      return { kind: "segment", terms, corpus, segment: await recordSegment(corpus) };
    }
    default:
      return { kind: "books", terms, corpus: createDepthCorpus(corpusOf(name, terms)) };
  }
}

/**
 * What work is known by: the beginning of the SHA-256 of its bytes. Not of what `node:v8` writes, where the same number stands in another form once the
 * code that made it is compiled.
 */
export function hashOf(work: CountedWork): string {
  const hash = createHash("sha256");
  hash.update(JSON.stringify([work.kind, work.terms]));
  for (const part of partsOf(work)) {
    hash.update(`${part.length}:`).update(part);
  }
  return hash.digest("hex").slice(0, 16);
}

function partsOf(work: CountedWork): readonly (string | Uint8Array)[] {
  switch (work.kind) {
    case "texts":
      return work.texts;
    case "books":
      return [...work.corpus.snapshots, ...work.corpus.updates];
    case "segment":
      return [...work.corpus.updates, work.segment];
  }
}
