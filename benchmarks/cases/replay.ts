import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createInflate } from "@depthwire/book";
import { connect, openDirectoryStore } from "@depthwire/node";
import { createSegmentPool, type SegmentPool } from "@depthwire/node/internal";
import { replay as openReplay, replayEngineOptions } from "@depthwire/recording";
import { createEngine } from "@depthwire/stream";
import { type CorpusOptions, createDepthCorpus, type DepthCorpus } from "../corpus/depth-corpus.js";
import { median } from "../runner/measure.js";
import { caseReport, partReport } from "../runner/report.js";
import type { SendOrder } from "../runner/sender-entry.js";
import type { BenchmarkCase, CaseContext } from "./benchmark-case.js";
import { checkEngine, feedEngine, pushStretch, until, untilApplied } from "./follow-engine.js";
import { atLeast } from "./goals.js";
import { senderEntry } from "./threads-and-sockets.js";

const levels = 200;
/** What a minute at 2,000 messages a second comes to, which ends a segment by default. */
const segmentMessages = 120_000;
/** As many segments are decoded at once: each thread has several, and the last ones end together. */
const segments = 4;

/** A recording played into an engine, beside the same frames live from a socket; and segments of the default size over one thread and over two. */
export const replay: BenchmarkCase = {
  name: "replay",
  run: async (context) => {
    const parts = [];
    for (const seed of context.short ? [1] : [1, 2, 3]) {
      const options = { seed, levels, updates: context.short ? 2_000 : context.stretchMessages };
      const corpus = createDepthCorpus(options);
      const rates = await withRecording(corpus, (directory) => measureReplay(corpus, options, directory, context));
      parts.push(partReport(corpus.name, rates));
      context.progress(`replay, seed ${seed}: done`);
    }
    const long = createDepthCorpus({ seed: 4, levels, updates: context.short ? 4_000 : segmentMessages });
    const speedUp = await withRecording(long, (directory) => measureSegments(directory, context));
    const report = caseReport("replay", "messages/s", parts);
    return [
      {
        ...report,
        measures: { "segments over 2 threads, times 1 thread": Math.round(speedUp * 100) / 100 },
        goals: [
          atLeast("replay-live", 1, "of live from sockets", report.ratios["live"]),
          atLeast("replay-two-cores", 1.7, "times one core", speedUp),
        ],
      },
    ];
  },
};

/** Records the corpus as an engine gets it, for as long as `use` needs it. */
async function withRecording<T>(corpus: DepthCorpus, use: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), "depthwire-replay-"));
  try {
    const engine = await feedEngine(corpus, 0, { record: { directory } });
    await pushStretch(engine, corpus, { from: 0, to: corpus.updates.length });
    await engine.venue.close();
    return await use(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function measureReplay(
  corpus: DepthCorpus,
  options: CorpusOptions,
  directory: string,
  { passes }: CaseContext,
): Promise<ReadonlyMap<string, number>> {
  const sender = fork(fileURLToPath(senderEntry), [JSON.stringify(options)]);
  try {
    const [{ port }] = (await once(sender, "message")) as [{ port: number }];
    const times = await inTurns(passes, {
      ours: () => replayOnce(corpus, directory),
      live: () => liveOnce(corpus, sender, port),
    });
    return new Map(Array.from(times, ([name, ms]) => [name, (corpus.updates.length / ms) * 1000]));
  } finally {
    sender.disconnect();
  }
}

/** How many times faster two threads decode the segments than one. */
async function measureSegments(directory: string, { passes }: CaseContext): Promise<number> {
  const pools = [createSegmentPool({ threads: 1 }), createSegmentPool({ threads: 2 })] as const;
  try {
    const times = await inTurns(passes, {
      one: () => decodeOnce(pools[0], directory),
      two: () => decodeOnce(pools[1], directory),
    });
    return (times.get("one") as number) / (times.get("two") as number);
  } finally {
    await Promise.all(pools.map((pool) => pool.close()));
  }
}

/** Median milliseconds of each, which take turns; a pass before the first warms up. */
async function inTurns(
  passes: number,
  runs: Readonly<Record<string, () => Promise<number>>>,
): Promise<ReadonlyMap<string, number>> {
  const times = new Map(Object.keys(runs).map((name): [string, number[]] => [name, []]));
  for (let pass = 0; pass <= passes; pass++) {
    for (const [name, run] of Object.entries(runs)) {
      const elapsedMs = await run();
      if (pass > 0) {
        times.get(name)?.push(elapsedMs);
      }
    }
  }
  return new Map(Array.from(times, ([name, list]) => [name, median(list)]));
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

/** The same frames, as the venue would send them as fast as they are taken: over a WebSocket from another process. */
async function liveOnce(corpus: DepthCorpus, sender: ChildProcess, port: number): Promise<number> {
  const venue = connect({ addresses: [`ws://127.0.0.1:${port}`], heartbeat: { pingAfterQuietMs: 3_600_000 } });
  const books = new Map(corpus.pairs.map(({ pair }) => [pair, venue.book(pair)]));
  await until(() => [...books.values()].every((book) => book.latest.status === "live"));
  const stretch: SendOrder = { from: 0, to: corpus.updates.length };
  const startMs = performance.now();
  sender.send(stretch);
  await untilApplied(books, corpus, stretch);
  const elapsedMs = performance.now() - startMs;
  checkEngine("live", books, corpus);
  await venue.close();
  return elapsedMs;
}

/** Decodes a recording {@link segments} times at once, as so many segments of one. */
async function decodeOnce(pool: SegmentPool, directory: string): Promise<number> {
  const startMs = performance.now();
  const frames = await Promise.all(
    Array.from({ length: segments }, async () => {
      let sum = 0;
      for await (const segment of pool.decode(directory)) {
        sum += segment.frames;
      }
      return sum;
    }),
  );
  if (frames.includes(0)) {
    throw new Error("no segment was decoded");
  }
  return performance.now() - startMs;
}
