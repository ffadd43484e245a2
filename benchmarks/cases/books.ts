import { TopBuffer } from "@depthwire/book/internal";
import { createSharedBook, SharedBookReader, SharedBookWriter } from "@depthwire/stream/internal";
import { Pieces } from "../contestants/pieces.js";
import { createDepthCorpus, type DepthCorpus } from "../corpus/depth-corpus.js";
import { type Entrant, measure } from "../runner/measure.js";
import { type CaseReport, caseReport, partReport } from "../runner/report.js";
import type { BenchmarkCase, CaseContext } from "./benchmark-case.js";
import { feedEngine } from "./follow-engine.js";
import { atMost } from "./goals.js";

const levels = 200;
const readLevels = 10;
const reads = 2_000;
/** Messages that come in together, as a ring or a socket hands them on: their books are published once. */
const burst = 16;

/** Reading a book in shared memory and through views, and what publishing costs the thread that writes. */
export const books: BenchmarkCase = {
  name: "books",
  run: async (context) => {
    const corpora = [1, 2, 3].map((seed) => createDepthCorpus({ seed, levels, updates: 1_600 }));
    const chosen = context.short ? corpora.slice(0, 1) : corpora;
    const reading = await readingCase(chosen, context);
    const writing = writingCase(chosen, context);
    const readUs = 1e6 / reading.ours;
    const cost = (writing.peers["without publishing"] as number) / writing.ours - 1;
    return [
      {
        ...reading,
        measures: { "µs a read of 2 × 10 levels": Math.round(readUs * 1000) / 1000 },
        goals: [atMost("books-read", 0.2, "µs a read of 2 × 10 levels", readUs)],
      },
      {
        ...writing,
        measures: { "cost to the writer, part of a message": Math.round(cost * 1000) / 1000 },
        goals: [atMost("books-writer", 0.1, "of a message more for the writer", cost)],
      },
    ];
  },
};

async function readingCase(corpora: readonly DepthCorpus[], context: CaseContext): Promise<CaseReport> {
  const parts = [];
  for (const corpus of corpora) {
    const engine = await feedEngine(corpus, 0);
    const [{ pair }] = corpus.pairs as [DepthCorpus["pairs"][number]];
    const stream = engine.books.get(pair);
    if (stream === undefined) {
      throw new Error("there is no book");
    }
    const reader = new SharedBookReader(publishedBook(corpus));
    const top = new TopBuffer(readLevels);
    const entrants: readonly Entrant[] = [
      repeated("ours", () => {
        if (!reader.readTop(top)) {
          throw new Error("the shared book could not be read");
        }
        return top.askCount + top.bidCount;
      }),
      repeated("inline read()", () => stream.read(readLevels).askCount),
      repeated("latest, 10 levels as text", () => {
        const { asks, bids } = stream.latest;
        return asks.levels(readLevels).length + bids.levels(readLevels).length;
      }),
    ];
    parts.push(partReport(corpus.name, measure(entrants, context)));
    await engine.venue.close();
  }
  context.progress("books, reading: done");
  return caseReport("books, reading", "reads/s", parts);
}

function repeated(name: string, read: () => number): Entrant {
  const run = (): number => {
    let sum = 0;
    const startMs = performance.now();
    for (let count = 0; count < reads; count++) {
      sum += read();
    }
    const elapsedMs = performance.now() - startMs;
    if (sum === 0) {
      throw new Error(`${name} read an empty book`);
    }
    return elapsedMs;
  };
  return { name, operations: reads, run };
}

function publishedBook(corpus: DepthCorpus): SharedArrayBuffer {
  const pieces = new Pieces(corpus.pairs);
  pieces.subscribe();
  for (const frame of corpus.snapshots) {
    pieces.apply(frame);
  }
  const memory = createSharedBook(2 * levels);
  const [book] = pieces.books;
  if (book !== undefined) {
    new SharedBookWriter(memory).publish(book);
  }
  return memory;
}

function writingCase(corpora: readonly DepthCorpus[], context: CaseContext): CaseReport {
  const parts = corpora.map((corpus) => {
    const entrants = [
      writer("ours", corpus, burst),
      writer("published each message", corpus, 1),
      writer("without publishing", corpus, 0),
    ];
    return partReport(corpus.name, measure(entrants, context));
  });
  context.progress("books, writing: done");
  return caseReport("books, writing", "messages/s", parts);
}

/** @param together messages after which the books that changed are published; 0: never */
function writer(name: string, corpus: DepthCorpus, together: number): Entrant {
  const pieces = new Pieces(corpus.pairs);
  const writers = pieces.books.map(() => new SharedBookWriter(createSharedBook(2 * levels)));
  const indexOf = new Map(corpus.pairs.map(({ pair }, index) => [pair, index]));
  const changed = corpus.updatePairs.map((pair) => indexOf.get(pair) as number);
  const publish = (from: number, to: number): void => {
    for (const index of new Set(changed.slice(from, to))) {
      writers[index]?.publish(pieces.books[index] as Pieces["books"][number]);
    }
  };
  const run = (): number => {
    pieces.subscribe();
    for (const frame of corpus.snapshots) {
      pieces.apply(frame);
    }
    const startMs = performance.now();
    for (const [index, frame] of corpus.updates.entries()) {
      pieces.apply(frame);
      if (together > 0 && (index + 1) % together === 0) {
        publish(index + 1 - together, index + 1);
      }
    }
    return performance.now() - startMs;
  };
  return { name, operations: corpus.updates.length, run };
}
