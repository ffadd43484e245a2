import type { BookView } from "@depthwire/book";
import type { VenueRecordOptions } from "@depthwire/client";
import { type RecordingReport, type ShardRecording, startRecording } from "@depthwire/recording/internal";
import { createBrowserClock } from "./clock.js";
import { recordingFilesIn, shardDirectory } from "./recording-directory.js";

/** How a recording in a directory of the origin's private file system is made. */
export interface DirectoryRecordOptions extends VenueRecordOptions {
  /** Directory of the segments, such as `recordings/today`; made if it does not exist. Each shard in a worker has a directory of its own in it. */
  readonly directory: string;
}

/**
 * Begins the recording of a shard in its own worker.
 *
 * @param books the present views of all books of the shard, at the very moment
 */
export function recordShard(
  { directory, ...options }: DirectoryRecordOptions,
  shard: number,
  books: () => Iterable<BookView>,
): Promise<ShardRecording> {
  const files = recordingFilesIn(shardDirectory(directory, shard));
  return startRecording(options, { clock: createBrowserClock(), files, books });
}

const reportEveryMs = 250;

/** Tells the host what was recorded, and ends the recording when it says so. Returns what ends that, with a last word. */
export function startReporting(recording: ShardRecording, reports: MessagePort): () => void {
  const report = (): void => reports.postMessage(recording.report() satisfies RecordingReport, []);
  report();
  const timer = setInterval(report, reportEveryMs);
  const end = async (): Promise<void> => {
    await recording.close();
    report();
  };
  reports.addEventListener("message", () => void end());
  reports.start();
  return () => {
    clearInterval(timer);
    report();
  };
}
