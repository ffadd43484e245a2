import type { BookView } from "@depthwire/book";
import { type ShardRecording, startRecording } from "@depthwire/recording/internal";
import { createNodeClock } from "./clock.js";
import { recordingFilesIn, shardDirectory } from "./recording-directory.js";
import type { DirectoryRecordOptions } from "./shard-task.js";

/**
 * Begins the recording of a shard in its own thread. A module of its own, since a thread that records nothing loads none of it.
 *
 * @param books the present views of all books of the shard, at the very moment
 */
export function recordShard(
  { directory, ...options }: DirectoryRecordOptions,
  shard: number,
  books: () => Iterable<BookView>,
): Promise<ShardRecording> {
  const files = recordingFilesIn(shardDirectory(directory, shard));
  return startRecording(options, { clock: createNodeClock(), files, books });
}
