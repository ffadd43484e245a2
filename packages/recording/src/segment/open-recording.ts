import type { HostCrc32 } from "./checksum.js";
import { RecordingError } from "./recording-error.js";
import {
  bySequence,
  decodeIndex,
  encodeIndex,
  indexName,
  isIndexName,
  isSegmentName,
  type SegmentInfo,
} from "./recording-index.js";
import type { RecordingStore, StoredFile } from "./recording-store.js";
import { SegmentReader } from "./segment-reader.js";

/**
 * The segments of a recording, oldest first. Those that the index does not know are read through; one in which not even
 * the header is whole is left out. Nothing is changed.
 *
 * @throws RecordingError `recording-corrupt`, `recording-version`, and `recording-truncated` where a file is shorter
 * than the index knows it
 */
export async function openRecording(store: RecordingStore): Promise<readonly SegmentInfo[]> {
  const files = await store.list();
  const known = await readIndexes(store, files);
  const segments: SegmentInfo[] = [];
  for (const file of files.filter(({ name }) => isSegmentName(name)).sort(bySequence)) {
    const segment = known.get(file.name);
    if (segment !== undefined && file.bytes < segment.bytes) {
      throw new RecordingError("recording-truncated", { file: file.name, offset: file.bytes });
    }
    const found = segment ?? (await scanSegment(store, file));
    if (found !== undefined) {
      segments.push(found);
    }
  }
  return segments;
}

/**
 * {@link openRecording} for readers, who were sent to the wrong place where no segment is.
 *
 * @throws RecordingError `recording-absent`; as {@link openRecording}
 */
export async function readRecording(store: RecordingStore): Promise<readonly SegmentInfo[]> {
  const segments = await openRecording(store);
  // A segment without even a whole header still makes a recording.
  if (segments.length === 0 && !(await store.list()).some(({ name }) => isSegmentName(name))) {
    throw new RecordingError("recording-absent", (await store.describe?.()) ?? { directory: "", found: "no segment" });
  }
  return segments;
}

/**
 * {@link openRecording}, and repairs what a stopped program left behind: cuts torn tails off and rewrites the index.
 * A recorder calls it; nobody else may be recording at the same time.
 *
 * @throws RecordingError as {@link openRecording}
 */
export async function repairRecording(store: RecordingStore): Promise<readonly SegmentInfo[]> {
  const segments = await openRecording(store);
  const sizes = new Map((await store.list()).map(({ name, bytes }) => [name, bytes]));
  for (const { name, bytes } of segments) {
    if ((sizes.get(name) ?? 0) > bytes) {
      await store.truncate(name, bytes);
    }
  }
  await store.replace(indexName, encodeIndex(segments));
  return segments;
}

/** What the indexes know, by the segments' names. */
export async function readIndexes(
  store: RecordingStore,
  files: readonly StoredFile[],
): Promise<ReadonlyMap<string, SegmentInfo>> {
  const known = new Map<string, SegmentInfo>();
  for (const file of files.filter(({ name }) => isIndexName(name))) {
    for (const segment of await readIndex(store, file)) {
      known.set(segment.name, segment);
    }
  }
  return known;
}

/** An unreadable index is not a loss: it is made from the segments. */
async function readIndex(store: RecordingStore, { name, bytes }: StoredFile): Promise<readonly SegmentInfo[]> {
  try {
    return decodeIndex(await store.read(name, 0, bytes), name);
  } catch (error) {
    if (error instanceof RecordingError) {
      return [];
    }
    throw error;
  }
}

async function scanSegment(store: RecordingStore, { name, bytes }: StoredFile): Promise<SegmentInfo | undefined> {
  const reader = readerOf(await store.read(name, 0, bytes), name, store.crc32);
  if (reader === undefined) {
    return undefined;
  }
  const { run, sequence, startedEpochMs } = reader.header;
  let endedEpochMs = startedEpochMs;
  let frames = 0;
  for (let entry = reader.next(); entry !== undefined; entry = reader.next()) {
    if ("epochMs" in entry) {
      endedEpochMs = entry.epochMs;
      frames += entry.kind === "inbound" ? 1 : 0;
    }
  }
  return { name, sequence, run, startedEpochMs, endedEpochMs, bytes: reader.offset, frames };
}

/** Undefined for a segment of which not even the header was written. */
function readerOf(bytes: Uint8Array, name: string, crc32: HostCrc32 | undefined): SegmentReader | undefined {
  try {
    return new SegmentReader(bytes, name, crc32);
  } catch (error) {
    if (error instanceof RecordingError && error.code === "recording-truncated") {
      return undefined;
    }
    throw error;
  }
}
