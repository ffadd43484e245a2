import type { BookView } from "@depthwire/book";
import type { Clock } from "@depthwire/core";
import type { OpenSocket } from "@depthwire/stream";
import type { RecordingStore } from "../segment/recording-store.js";
import { type Recording, type RecordingStatistics, type RecordOptions, record } from "./record.js";

/** A recording of one shard, or what is left of it when it could not be begun. */
export interface ShardRecording {
  tap(open: OpenSocket): OpenSocket;
  report(): RecordingReport;
  /** Ends it. Never rejects: see {@link ShardRecording.report}. */
  close(): Promise<void>;
}

/** What a recording came to so far. Plain data: threads send it. */
export interface RecordingReport {
  readonly phase: "recording" | "ended";
  readonly statistics: RecordingStatistics;
  /** Why the recording stopped; undefined while it records. */
  readonly failure: string | undefined;
}

/** Nothing yet. */
export const noRecordingStatistics: RecordingStatistics = {
  segments: 0,
  frames: 0,
  bytes: 0,
  withheld: 0,
  feedGaps: 0,
};

/** Where a program's recordings go. */
export interface RecordingFiles {
  /** What tells this process from others, in the default name of a run: a process id, for one. */
  readonly processMark: string;
  /** Opens the store, and makes it if it does not exist. Called once; if it rejects, nothing is recorded and the error is reported. */
  open(): Promise<RecordingStore>;
}

/** The world as a shard's recording needs it. */
export interface ShardRecordingPorts {
  readonly clock: Clock;
  readonly files: RecordingFiles;
  /** The present views of all books of the shard, at the very moment. */
  readonly books: () => Iterable<BookView>;
}

/** {@link RecordOptions} as programs give them: what is left out, or undefined, has a default. The default run is named by time and process. */
export type ShardRecordOptions = { readonly [Name in keyof RecordOptions]?: RecordOptions[Name] | undefined };

/**
 * Begins to record. A full disk must not stop a program from following the venue: a recording that cannot begin or continue says so in its
 * report and stops nothing else.
 */
export async function startRecording(
  { run, ...options }: ShardRecordOptions,
  { clock, files, books }: ShardRecordingPorts,
): Promise<ShardRecording> {
  try {
    const store = await files.open();
    const name = run ?? `${new Date(clock.epochMs()).toISOString()} ${files.processMark}`;
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
