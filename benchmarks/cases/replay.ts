import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInflate } from "@depthwire/book";
import { openDirectoryStore } from "@depthwire/node";
import { createSegmentPool } from "@depthwire/node/internal";
import { replay as openReplay, replayEngineOptions } from "@depthwire/recording";
import { createEngine } from "@depthwire/stream";
import { createDepthCorpus, type DepthCorpus } from "../corpus/depth-corpus.js";
import { median } from "../runner/measure.js";
import { caseReport, partReport } from "../runner/report.js";
import type { BenchmarkCase, CaseContext } from "./benchmark-case.js";
import { checkEngine, feedEngine, pushStretch } from "./follow-engine.js";
import { atLeast } from "./goals.js";

const levels = 200;
const segments = 8;
/** A segment begins with a checkpoint of every book: a small one would be hardly anything else. */
const minSegmentBytes = 512 * 1024;

/** A recording played into an engine, beside the same frames live; and its segments over one thread and over two. */
export const replay: BenchmarkCase = {
  name: "replay",
  run: async (context) => {
    const parts = [];
    const speedUps: number[] = [];
    for (const seed of context.short ? [1] : [1, 2, 3]) {
      const corpus = createDepthCorpus({ seed, levels, updates: context.short ? 2_000 : 40_000 });
      const directory = await mkdtemp(join(tmpdir(), "depthwire-replay-"));
      try {
        await recordCorpus(corpus, directory);
        const rates = await measureReplay(corpus, directory, context);
        parts.push(partReport(corpus.name, new Map([...rates].filter(([name]) => !name.startsWith("segments")))));
        speedUps.push((rates.get("segments, 2 threads") as number) / (rates.get("segments, 1 thread") as number));
      } finally {
        await rm(directory, { recursive: true, force: true });
      }
      context.progress(`replay, seed ${seed}: done`);
    }
    const report = caseReport("replay", "messages/s", parts);
    return [
      {
        ...report,
        measures: { "segments over 2 threads, times 1 thread": Math.round(median(speedUps) * 100) / 100 },
        goals: [
          atLeast("replay-live", 1, "of live", report.ratios["live"]),
          atLeast("replay-two-cores", 1.7, "times one core", median(speedUps)),
        ],
      },
    ];
  },
};

/** Records the corpus as an engine gets it, in several segments. */
async function recordCorpus(corpus: DepthCorpus, directory: string): Promise<void> {
  const bytes = corpus.updates.reduce((sum, frame) => sum + frame.length, 0);
  const maxSegmentBytes = Math.max(minSegmentBytes, Math.ceil(bytes / segments));
  const engine = await feedEngine(corpus, 0, { record: { directory, maxSegmentBytes } });
  await pushStretch(engine, corpus, { from: 0, to: corpus.updates.length });
  await engine.venue.close();
}

async function measureReplay(
  corpus: DepthCorpus,
  directory: string,
  { passes }: CaseContext,
): Promise<ReadonlyMap<string, number>> {
  const pools = [createSegmentPool({ threads: 1 }), createSegmentPool({ threads: 2 })] as const;
  const runs: Readonly<Record<string, () => Promise<number>>> = {
    ours: () => replayOnce(corpus, directory),
    live: () => liveOnce(corpus),
    "segments, 1 thread": () => decodeOnce(pools[0], directory),
    "segments, 2 threads": () => decodeOnce(pools[1], directory),
  };
  const times = new Map(Object.keys(runs).map((name): [string, number[]] => [name, []]));
  for (let pass = 0; pass <= passes; pass++) {
    for (const [name, run] of Object.entries(runs)) {
      const elapsedMs = await run();
      if (pass > 0) {
        times.get(name)?.push(elapsedMs);
      }
    }
  }
  await Promise.all(pools.map((pool) => pool.close()));
  return new Map(Array.from(times, ([name, list]) => [name, (corpus.updates.length / median(list)) * 1000]));
}

async function replayOnce(corpus: DepthCorpus, directory: string): Promise<number> {
  const player = await openReplay(await openDirectoryStore(directory));
  const { clock, loops, openSocket } = player.ports;
  const engine = createEngine(replayEngineOptions, {
    clock,
    loops,
    random: () => 0.5,
    shard: { openSocket, createInflate: () => createInflate() },
  });
  const books = new Map(corpus.pairs.map(({ pair }) => [pair, engine.book(pair)]));
  const startMs = performance.now();
  await player.run();
  const elapsedMs = performance.now() - startMs;
  checkEngine("replay", books, corpus);
  await engine.close();
  return elapsedMs;
}

async function liveOnce(corpus: DepthCorpus): Promise<number> {
  const engine = await feedEngine(corpus, 0);
  const elapsedMs = await pushStretch(engine, corpus, { from: 0, to: corpus.updates.length });
  checkEngine("live", engine.books, corpus);
  await engine.venue.close();
  return elapsedMs;
}

async function decodeOnce(pool: ReturnType<typeof createSegmentPool>, directory: string): Promise<number> {
  const startMs = performance.now();
  let frames = 0;
  for await (const segment of pool.decode(directory)) {
    frames += segment.frames;
  }
  if (frames === 0) {
    throw new Error("no segment was decoded");
  }
  return performance.now() - startMs;
}
