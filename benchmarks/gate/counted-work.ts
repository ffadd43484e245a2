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
