import { readdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { TransportError } from "@depthwire/core";
import { type DecodedSegment, type DecodeSegmentOptions, openRecording, RecordingError } from "@depthwire/recording";
import { readRecording, type SegmentInfo } from "@depthwire/recording/internal";
import { Piscina } from "piscina";
import { builtModule, threadModule } from "./built-module.js";
import { openDirectoryStore } from "./recording-file.js";
import type { SegmentAnswer, SegmentTask } from "./segment-task.js";

/** How segments are decoded. */
export interface DecodeSegmentsOptions extends Omit<DecodeSegmentOptions, "file"> {
  /** Ends the work; the loop throws. */
  readonly signal?: AbortSignal | undefined;
}

/** How a `SegmentPool` is made. */
export interface SegmentPoolOptions {
  /** Segments that are decoded at once; default: one for each core. */
  readonly threads?: number | undefined;
  /** The module that a thread runs. Default: this package's own. */
  readonly entry?: URL | undefined;
}

/** Threads for short tasks: shards, which are long ones, have a pool of their own, and nobody waits behind them. */
export interface SegmentPool {
  /**
   * Decodes the segments of a recording in parallel and hands them out in order: shard by shard if the recording has
   * several shards. Only a few more than there are threads are in memory at a time.
   *
   * @throws RecordingError `recording-absent`, `recording-corrupt`, `recording-version`, `recording-truncated`, with file and offset; what came
   * before the damage has been handed out. TransportError `aborted`, `closed`
   */
  decode(directory: string, options?: DecodeSegmentsOptions): AsyncIterable<DecodedSegment>;
  /** Ends the threads, whatever they do. Resolves when they are gone. */
  close(): Promise<void>;
}

/**
 * A thread that has nothing to do ends after so long: what it compiled is gone with it, and the next one takes about as long to compile it again as
 * a segment of usual size takes. The pool's owner ends all of them sooner.
 */
const idleThreadMs = 30_000;

/** Makes a pool of threads that decode segments. */
export function createSegmentPool({
  threads = availableParallelism(),
  entry = builtModule("segment-entry"),
}: SegmentPoolOptions = {}): SegmentPool {
  const pool = new Piscina({ ...threadModule(entry), minThreads: 0, maxThreads: threads, idleTimeout: idleThreadMs });
  const closed = new AbortController();
  return {
    decode: (directory, options = {}) => decodeInOrder(pool, closed.signal, threads + 1, directory, options),
    async close() {
      closed.abort();
      await pool.destroy();
    },
  };
}

/**
 * Decodes the segments of a recording in a pool of its own: see `SegmentPool.decode`.
 *
 * @throws RecordingError, TransportError as `SegmentPool.decode`
 */
export async function* decodeSegments(
  directory: string,
  { threads, ...options }: DecodeSegmentsOptions & Pick<SegmentPoolOptions, "threads"> = {},
): AsyncGenerator<DecodedSegment, void, undefined> {
  const pool = createSegmentPool({ threads });
  try {
    yield* pool.decode(directory, options);
  } finally {
    await pool.close();
  }
}

/** The directories with segments of a recording: its own, or one for each shard that ran in a thread. */
export async function recordingDirectories(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const shards = entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => /^shard-(\d+)$/.exec(name)?.[1])
    .filter((number) => number !== undefined)
    .sort((one, other) => Number(one) - Number(other))
    .map((number) => join(directory, `shard-${number}`));
  return [directory, ...shards];
}

async function* decodeInOrder(
  pool: Piscina,
  closed: AbortSignal,
  max: number,
  directory: string,
  { signal, ...options }: DecodeSegmentsOptions,
): AsyncGenerator<DecodedSegment, void, undefined> {
  const abort = new AbortController();
  const ends = AbortSignal.any([closed, abort.signal, ...(signal === undefined ? [] : [signal])]);
  const running: Promise<SegmentAnswer>[] = [];
  try {
    for await (const task of tasksOf(directory, options)) {
      const answer = run(pool, task, ends);
      answer.catch(() => {});
      running.push(answer);
      if (running.length === max) {
        yield decodedOf(await (running.shift() as Promise<SegmentAnswer>));
      }
    }
    for (const answer of running) {
      yield decodedOf(await answer);
    }
  } catch (error) {
    if (signal?.aborted === true) {
      throw new TransportError("aborted", {}, { cause: signal.reason });
    }
    if (closed.aborted) {
      throw new TransportError("closed", {}, { cause: error });
    }
    throw error;
  } finally {
    abort.abort();
  }
}

async function* tasksOf(directory: string, options: DecodeSegmentOptions): AsyncGenerator<SegmentTask> {
  const store = await openDirectoryStore(directory);
  const [, ...shards] = await recordingDirectories(directory);
  // Where shards ran in threads, the directory itself has no segment of a venue without an account.
  yield* tasksIn(directory, shards.length === 0 ? await readRecording(store) : await openRecording(store), options);
  for (const shard of shards) {
    yield* tasksIn(shard, await openRecording(await openDirectoryStore(shard)), options);
  }
}

function* tasksIn(
  folder: string,
  segments: readonly SegmentInfo[],
  options: DecodeSegmentOptions,
): Iterable<SegmentTask> {
  for (const { name } of segments) {
    yield { path: join(folder, name), file: name, options };
  }
}

function run(pool: Piscina, task: SegmentTask, signal: AbortSignal): Promise<SegmentAnswer> {
  return pool.run(task, { signal }) as Promise<SegmentAnswer>;
}

function decodedOf(answer: SegmentAnswer): DecodedSegment {
  switch (answer.kind) {
    case "decoded":
      return answer.segment;
    case "refused":
      throw new RecordingError(answer.code, answer.details);
    case "failed":
      throw new Error(answer.message);
  }
}
