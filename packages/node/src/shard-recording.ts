import { join } from "node:path";
import type { BookView } from "@depthwire/book";
import type { Clock } from "@depthwire/core";
import { type Recording, record } from "@depthwire/recording";
import type { OpenSocket } from "@depthwire/stream";
import { openDirectoryStore } from "./recording-file.js";
import { type DirectoryRecordOptions, noRecordingStatistics, type RecordingReport } from "./shard-task.js";

/** A recording of one shard, or what is left of it when it could not be begun. */
export interface ShardRecording {
  tap(open: OpenSocket): OpenSocket;
  report(): RecordingReport;
  /** Ends it. Never rejects: see {@link ShardRecording.report}. */
  close(): Promise<void>;
}

/** The directory of a shard that runs in a thread. */
export function shardDirectory(directory: string, shard: number): string {
  return join(directory, `shard-${shard}`);
}

/**
 * Begins to record in a directory. Whoever wants to follow a venue wants that also where the disk is full: a recording that
 * cannot be begun, or cannot go on, says so in its report and stops nothing.
 *
 * @param books the present views of all books of the shard, at the very moment
 */
export async function startRecording(
  { directory, run, ...options }: DirectoryRecordOptions,
  clock: Clock,
  books: () => Iterable<BookView>,
): Promise<ShardRecording> {
  try {
    const store = await openDirectoryStore(directory, { missing: "make" });
    const name = run ?? `${new Date(clock.epochMs()).toISOString()} ${process.pid}`;
    return running(await record({ clock, store, books }, { run: name, ...definedOf(options) }));
  } catch (error) {
    const report = { phase: "ended", statistics: noRecordingStatistics, failure: describe(error) } as const;
    return { tap: (open) => open, report: () => report, close: () => Promise.resolve() };
  }
}

function running(recording: Recording): ShardRecording {
  let phase: RecordingReport["phase"] = "recording";
  return {
    tap: (open) => recording.tap(open),
    report: () => ({
      phase,
      statistics: recording.statistics(),
      failure: recording.failure === undefined ? undefined : describe(recording.failure),
    }),
    async close() {
      await recording.close().catch(() => {});
      phase = "ended";
    },
  };
}

type Defined<Options> = { [Key in keyof Options]?: Exclude<Options[Key], undefined> };

function definedOf<Options extends object>(options: Options): Defined<Options> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Defined<Options>;
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
