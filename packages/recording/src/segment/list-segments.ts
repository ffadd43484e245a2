import { readIndexes } from "./open-recording.js";
import { bySequence, isSegmentName, type SegmentInfo } from "./recording-index.js";
import type { RecordingStore, StoredFile } from "./recording-store.js";

/** A segment's file, and what an index says of it. */
export interface ListedSegment extends StoredFile {
  /** Undefined where no index names it, as after the death of the program that wrote it. */
  readonly indexed: SegmentInfo | undefined;
}

/** The files of a recording's segments, oldest first, as they are: none of them is read. */
export async function listSegments(store: RecordingStore): Promise<readonly ListedSegment[]> {
  const files = await store.list();
  const known = await readIndexes(store, files);
  return files
    .filter(({ name }) => isSegmentName(name))
    .sort(bySequence)
    .map(({ name, bytes }) => ({ name, bytes, indexed: known.get(name) }));
}
