import { join } from "node:path";
import type { RecordingFiles } from "@depthwire/recording/internal";
import { openDirectoryStore } from "./recording-file.js";

/** The files of a recording in a directory, which is made if it does not exist. */
export function recordingFilesIn(directory: string): RecordingFiles {
  return { processMark: `${process.pid}`, open: () => openDirectoryStore(directory, { missing: "make" }) };
}

/** The directory of a shard that runs in a thread. */
export function shardDirectory(directory: string, shard: number): string {
  return join(directory, `shard-${shard}`);
}
