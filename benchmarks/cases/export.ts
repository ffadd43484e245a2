import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inspectRecording, openTables } from "@depthwire/cli/internal";
import { createDepthCorpus } from "../corpus/depth-corpus.js";
import type { MemoryAnswer } from "../runner/export-entry.js";
import { median } from "../runner/measure.js";
import type { BenchmarkCase, CaseContext } from "./benchmark-case.js";
import { feedEngine, pushStretch } from "./follow-engine.js";
import { atLeast, atMost } from "./goals.js";

/** A million rows: twelve levels an update. */
const updates = 87_000;
const shortUpdates = 4_000;
const levels = 200;
/** Eight segments: a recorder's are of 64 MiB, and divide a longer recording as evenly. */
const maxSegmentBytes = 2.5 * 1024 * 1024;
/** How many times larger the recording is whose memory is measured. */
const largerTimes = 4;

/** One core, two cores, and the writer alone on columns that are ready. */
const ways = ["one", "two", "ready"] as const;
type Way = (typeof ways)[number];

/** Loaded from sources (by a test runner), the process still runs the built file. */
const entry = new URL(
  import.meta.url.endsWith(".ts") ? "../dist/runner/export-entry.js" : "../runner/export-entry.js",
  import.meta.url,
);

/** A recording of a million rows written as Parquet, beside the Parquet writer alone on columns that are ready; one core beside two. */
export const exportTables: BenchmarkCase = {
  name: "export",
  run: async (context) => {
    const folder = await mkdtemp(join(tmpdir(), "depthwire-export-"));
    try {
      return [await measure(folder, context)];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function measure(folder: string, context: CaseContext): ReturnType<typeof reportOf> {
  const directory = join(folder, "recording");
  const corpus = createDepthCorpus({ seed: 1, levels, updates: context.short ? shortUpdates : updates });
  const engine = await feedEngine(corpus, 0, { record: { directory, maxSegmentBytes } });
  await pushStretch(engine, corpus, { from: 0, to: corpus.updates.length });
  await engine.venue.close();
  context.progress("export: recorded");
  const times = await timesOf(directory, folder, context);
  const rows = await compare(directory, folder);
  context.progress("export: compared");
  const larger = join(folder, "larger");
  for (let copy = 0; copy < largerTimes; copy++) {
    await mkdir(larger, { recursive: true });
    await cp(directory, join(larger, `shard-${copy}`), { recursive: true });
  }
  const memory = [directory, larger].map((one) => memoryOf(one, folder));
  return reportOf(rows, times, memory);
}

/** Seconds of each way, in turns, each in a process of its own; the first turn warms up and does not count. */
async function timesOf(
  directory: string,
  folder: string,
  { passes, progress }: CaseContext,
): Promise<ReadonlyMap<Way, number>> {
  const processes = new Map(
    ways.map((way): [Way, ChildProcess] => [way, fork(fileURLToPath(entry), [way, directory, folder])]),
  );
  try {
    await Promise.all([...processes.values()].map((child) => once(child, "message")));
    const times = new Map(ways.map((way): [Way, number[]] => [way, []]));
    for (let pass = 0; pass <= passes; pass++) {
      for (const [way, child] of processes) {
        child.send("again");
        const [seconds] = (await once(child, "message")) as [number];
        if (pass > 0) {
          times.get(way)?.push(seconds);
        }
      }
      progress(`export: pass ${pass} of ${passes}`);
    }
    return new Map(Array.from(times, ([way, list]) => [way, median(list)]));
  } finally {
    for (const child of processes.values()) {
      child.disconnect();
    }
  }
}

/** What was written, as DuckDB reads it, must be what the recording holds, counted by other code. @throws Error when it differs */
async function compare(directory: string, folder: string): Promise<number> {
  const { channels } = await inspectRecording(directory, { sequencePolicy: "contiguous" });
  const files = ways.map((name) => join(folder, `${name}.parquet`));
  const { connection, names, close } = await openTables(files, { workingDirectory: folder });
  for (const view of names) {
    const sql = `select symbol, count(*)::int, sum(price)::varchar, sum(amount)::varchar from "${view}" group by 1`;
    const answer = await connection.runAndReadAll(sql);
    const found = new Map(answer.getRowsJson().map(([symbol, ...sums]) => [String(symbol), sums]));
    for (const { pair, levels: rows, sums } of channels) {
      const [count, price, amount] = found.get(pair) ?? [];
      if (count !== rows || !isSame(price, sums.price) || !isSame(amount, sums.quantity)) {
        throw new Error(
          `${view}: ${pair} has ${count} rows, ${price}, ${amount}; recorded are ${rows}, ${sums.price}, ${sums.quantity}`,
        );
      }
    }
  }
  close();
  return channels.reduce((sum, channel) => sum + channel.levels, 0);
}

/** The same number, with or without zeros at its end. */
function isSame(one: unknown, other: string): boolean {
  const plain = (text: string): string => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
  return plain(String(one)) === plain(other);
}

function memoryOf(directory: string, folder: string): MemoryAnswer {
  const text = execFileSync(process.execPath, [fileURLToPath(entry), "memory", directory, folder], {
    encoding: "utf8",
  });
  return JSON.parse(text) as MemoryAnswer;
}

async function reportOf(
  rows: number,
  times: ReadonlyMap<Way, number>,
  memory: readonly MemoryAnswer[],
): Promise<Awaited<ReturnType<BenchmarkCase["run"]>>[number]> {
  const seconds = times.get("one") as number;
  const writerAloneSeconds = times.get("ready") as number;
  const ratio = seconds / writerAloneSeconds;
  const coresRatio = seconds / (times.get("two") as number);
  const maxMemoryMb = Math.max(...memory.map((answer) => answer.maxMemoryMb));
  const round = (value: number): number => Math.round(value * 1000) / 1000;
  const rate = Math.round(rows / seconds);
  return {
    case: "export",
    unit: "rows/s",
    ours: rate,
    peers: { "writer alone": Math.round(rows / writerAloneSeconds) },
    ratios: { "writer alone": round(1 / ratio) },
    parts: [{ name: "book-updates", ours: rate, peers: {}, ratios: {} }],
    measures: {
      rows,
      seconds: round(seconds),
      writerAloneSeconds: round(writerAloneSeconds),
      ratio: round(ratio),
      coresRatio: round(coresRatio),
      maxMemoryMb: Math.round(maxMemoryMb),
      rowsOfTheLargest: memory.at(-1)?.rows ?? 0,
      coldSecondsOnTwoCores: round(memory[0]?.seconds ?? Number.NaN),
    },
    goals: [
      atMost("export-writer", 1.25, "times the writer alone", ratio),
      atLeast("export-two-cores", 1.6, "times one core", coresRatio),
      atMost("export-memory", 300, "MB", maxMemoryMb),
    ],
  };
}
