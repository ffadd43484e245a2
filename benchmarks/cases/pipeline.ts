import { createInflate } from "@depthwire/stream";
import { createCcxt } from "../contestants/ccxt.js";
import { checkBooks } from "../contestants/check-books.js";
import type { BookContestant } from "../contestants/contestant.js";
import { createNaive } from "../contestants/naive.js";
import { createOurs } from "../contestants/ours.js";
import { type CorpusOptions, createDepthCorpus, type DepthCorpus } from "../corpus/depth-corpus.js";
import { installPeers } from "../runner/install-peers.js";
import { type Entrant, type MeasureOptions, measure } from "../runner/measure.js";
import { caseReport, type PartReport, partReport } from "../runner/report.js";
import type { BenchmarkCase } from "./benchmark-case.js";

const updates = 600;

/** Three seeds times three sizes of books. */
const corpora: readonly CorpusOptions[] = [20, 200, 1000].flatMap((levels) =>
  [1, 2, 3].map((seed) => ({ seed, levels, updates })),
);

/** Compressed frame → updated book, one thread, everything in memory. */
export const pipeline: BenchmarkCase = {
  name: "pipeline",
  async run(context) {
    installPeers(context.peersFolder);
    const contestants = [createOurs(createInflate), createNaive(), await createCcxt(context.peersFolder)];
    const parts = corpora.map((options) => {
      const part = measureCorpus(contestants, createDepthCorpus(options), context);
      context.progress(`pipeline, ${part.name}: done`);
      return part;
    });
    return [caseReport("pipeline", "messages/s", parts)];
  },
};

/** Every contestant over the same frames; books are checked in each pass. */
export function measureCorpus(
  contestants: readonly BookContestant[],
  corpus: DepthCorpus,
  options: MeasureOptions,
): PartReport {
  const entrants = contestants.map(
    (contestant): Entrant => ({
      name: contestant.name,
      operations: corpus.updates.length,
      run: () => replay(contestant, corpus),
      check: () => checkBooks(contestant, corpus),
    }),
  );
  return partReport(corpus.name, measure(entrants, options));
}

/** Milliseconds for all updates of the corpus; loading the snapshots is not measured. */
function replay(contestant: BookContestant, corpus: DepthCorpus): number {
  contestant.load(corpus);
  const startMs = performance.now();
  for (const frame of corpus.updates) {
    contestant.apply(frame);
  }
  return performance.now() - startMs;
}
