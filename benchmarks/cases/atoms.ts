import { inflateSync } from "node:zlib";
import { createInflate } from "@depthwire/book";
import { DepthChannelTable, scanDepth, scanDone } from "@depthwire/book/internal";
import { defaultFrameLimits } from "@depthwire/core";
import { createDepthChannel, DepthSink } from "@depthwire/core/internal";
import { createDepthCorpus, type DepthCorpus } from "../corpus/depth-corpus.js";
import { itemEntrants } from "../runner/item-entrants.js";
import { type Entrant, measure } from "../runner/measure.js";
import { type CaseReport, caseReport, partReport } from "../runner/report.js";
import type { BenchmarkCase, CaseContext } from "./benchmark-case.js";

/** The steps of the pipeline one by one, each against what Node brings for it. */
export const atoms: BenchmarkCase = {
  name: "atoms",
  async run(context) {
    const corpora = [1, 2, 3].map((seed) => createDepthCorpus({ seed, levels: 200, updates: 1200 }));
    return [
      measureAtom("inflate", inflateEntrants, corpora, context),
      measureAtom("scan", scanEntrants, corpora, context),
    ];
  },
};

function measureAtom(
  name: string,
  entrantsOf: (corpus: DepthCorpus) => readonly Entrant[],
  corpora: readonly DepthCorpus[],
  context: CaseContext,
): CaseReport {
  const parts = corpora.map((corpus) => partReport(corpus.name, measure(entrantsOf(corpus), context)));
  context.progress(`atoms, ${name}: done`);
  return caseReport(name, "messages/s", parts);
}

/** Bounded, checksummed, trailing bytes refused, against `inflateSync` alone. */
function inflateEntrants(corpus: DepthCorpus): readonly Entrant[] {
  const inflate = createInflate();
  return itemEntrants(corpus.updates, {
    ours: (frame) => inflate.inflate(frame, 1, frame.length, defaultFrameLimits.maxInflatedBytes),
    inflateSync: (frame) => inflateSync(frame.subarray(1)).length,
  });
}

/** Bytes to scaled integers, against bytes to text to objects (whose numbers are still text). */
function scanEntrants(corpus: DepthCorpus): readonly Entrant[] {
  const messages = corpus.updateTexts.map((text) => new Uint8Array(Buffer.from(text)));
  const channels = new DepthChannelTable();
  const sink = new DepthSink();
  corpus.pairs.forEach((shape, index) => {
    channels.add(createDepthChannel(shape.pair, shape, index));
  });
  const decoder = new TextDecoder();
  return itemEntrants(messages, {
    ours: (bytes) => {
      if (scanDepth(bytes, 0, bytes.length, channels, sink) !== scanDone) {
        throw new Error("the scanner did not know a message of the corpus");
      }
      return sink.seq;
    },
    "JSON.parse": (bytes) => (JSON.parse(decoder.decode(bytes)) as { d: { seq: number } }).d.seq,
  });
}
