import type { RecordingStore } from "@depthwire/recording";
import type { RecordingFiles } from "@depthwire/recording/internal";
import { directoryStoreOn, openDirectory } from "./recording-file.js";

/** Opens a recording's directory in the origin's private file system. @throws RecordingError `recording-absent`; DOMException of the browser */
export async function openDirectoryStore(path: string): Promise<RecordingStore> {
  return directoryStoreOn(await openDirectory(path, "refuse"), path);
}

/** The files of a recording in a directory, which is made if it does not exist. */
export function recordingFilesIn(path: string): RecordingFiles {
  return {
    processMark: `page-${Math.random().toString(36).slice(2, 10)}`,
    open: async () => directoryStoreOn(await openDirectory(path, "make"), path),
  };
}

/** The directory of a shard that runs in a thread. */
export function shardDirectory(directory: string, shard: number): string {
  return `${directory}/shard-${shard}`;
}
