import { join } from "node:path";
import type { Clock } from "@depthwire/core";
import {
  BookView,
  type OpenSocket,
  type Recording,
  record,
  type ShardHandle,
  type ShardPort,
  type ToShard,
} from "@depthwire/stream";
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
    const store = await openDirectoryStore(directory);
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

/** The books of a shard in this thread: which there are is heard from what the host tells it. */
export class ShardBooks {
  handle: ShardHandle | undefined;
  readonly #pairs = new Map<number, string>();

  /** The same port, listened to. */
  listenOn(port: ShardPort): ShardPort {
    return {
      post: (message, transfer) => port.post(message, transfer),
      onMessage: (handler) =>
        port.onMessage((message) => {
          this.#hear(message);
          handler(message);
        }),
    };
  }

  /** Their present states, whole. */
  *views(): Iterable<BookView> {
    for (const [id, pair] of this.#pairs) {
      const data = this.handle?.viewOf(id, Number.POSITIVE_INFINITY, -1);
      if (data !== undefined) yield new BookView(pair as BookView["pair"], data, data, Number.POSITIVE_INFINITY);
    }
  }

  #hear(message: ToShard): void {
    if (message.kind === "subscribe") this.#pairs.set(message.book, message.pair);
    else if (message.kind === "unsubscribe") this.#pairs.delete(message.book);
  }
}

type Defined<Options> = { [Key in keyof Options]?: Exclude<Options[Key], undefined> };

function definedOf<Options extends object>(options: Options): Defined<Options> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Defined<Options>;
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
