import { openDirectoryStore } from "@depthwire/node";
import { recordingDirectories } from "@depthwire/node/internal";
import { RecordingError } from "@depthwire/recording";
import { type ListedSegment, listSegments, type SegmentHeader, streamSegment } from "@depthwire/recording/internal";

/** A segment that is going to be read. Plain data: it crosses threads. */
export interface PlannedSegment {
  readonly directory: string;
  readonly name: string;
  /** Bytes of it that are read. */
  readonly bytes: number;
  readonly startedEpochMs: number;
  /** Epoch microseconds when its `elapsedNs` was 0: one scale for all segments of a run, so that times never step back by a rounding. */
  readonly originUs: number;
  /** `former`: it goes on where the segment before it ended; `nothing`: what was before is not there, so its checkpoints are news. */
  readonly follows: "former" | "nothing";
}

/** Segments that were written one after the other, by one shard. */
export interface PlannedSeries {
  readonly directory: string;
  /** Oldest first. */
  readonly segments: readonly PlannedSegment[];
  /** What ends the series before its time; undefined where nothing does. */
  readonly damage: RecordingError | undefined;
}

/** The clock's steps above this begin a new scale of local times; below it is what rounding to milliseconds does. */
const clockStepMs = 5;

/** The first entry of a segment is a hundred bytes long. */
const headerWindowBytes = 1_024;

/**
 * Lists what of a recording is to be read: a directory with segments, or with a directory of segments for each shard.
 *
 * @throws RecordingError `recording-absent`; Error of the file system
 */
export async function planRecording(directory: string): Promise<readonly PlannedSeries[]> {
  const store = await openDirectoryStore(directory);
  const all: PlannedSeries[] = [];
  for (const folder of await recordingDirectories(directory)) {
    const series = await planSeries(folder);
    if (series.segments.length > 0 || series.damage !== undefined) {
      all.push(series);
    }
  }
  if (all.length === 0 && (await listSegments(store)).length === 0) {
    throw new RecordingError("recording-absent", await store.describe());
  }
  return all;
}

async function planSeries(directory: string): Promise<PlannedSeries> {
  const store = await openDirectoryStore(directory);
  const segments: PlannedSegment[] = [];
  let former: { readonly header: SegmentHeader; readonly originUs: number } | undefined;
  for (const file of await listSegments(store)) {
    const { name, indexed } = file;
    const bytes = Math.min(file.bytes, indexed?.bytes ?? file.bytes);
    let header: SegmentHeader | undefined;
    try {
      header = await headerOf(store, { name, bytes });
    } catch (error) {
      if (error instanceof RecordingError) {
        return { directory, segments, damage: error };
      }
      throw error;
    }
    if (header !== undefined) {
      const originUs = originOf(header, former);
      const isNext = former?.header.run === header.run && former.header.sequence + 1 === header.sequence;
      const { startedEpochMs } = header;
      segments.push({ directory, name, bytes, startedEpochMs, originUs, follows: isNext ? "former" : "nothing" });
      former = { header, originUs };
    }
    if (isCutOff(file)) {
      return { directory, segments, damage: new RecordingError("recording-truncated", { file: name, offset: bytes }) };
    }
  }
  return { directory, segments, damage: undefined };
}

/** Shorter than when it was ended in order. */
function isCutOff({ bytes, indexed }: ListedSegment): boolean {
  return indexed !== undefined && bytes < indexed.bytes;
}

/** Undefined where not even the header was written before the program ended. */
async function headerOf(
  store: Parameters<typeof streamSegment>[0],
  file: Parameters<typeof streamSegment>[1],
): Promise<SegmentHeader | undefined> {
  try {
    for await (const { entries } of streamSegment(store, file, { windowBytes: headerWindowBytes })) {
      const [first] = entries;
      return first?.kind === "header" ? first : undefined;
    }
  } catch (error) {
    if (!(error instanceof RecordingError && error.code === "recording-truncated")) {
      throw error;
    }
  }
  return undefined;
}

/** By the monotonic clock, from the run's first segment on, while the wall clock agrees with it. */
function originOf(
  header: SegmentHeader,
  former: { readonly header: SegmentHeader; readonly originUs: number } | undefined,
): number {
  const byWallUs = header.startedEpochMs * 1_000;
  if (former === undefined || former.header.run !== header.run) {
    return byWallUs;
  }
  const passedMs = header.startedMonotonicMs - former.header.startedMonotonicMs;
  const byMonotonicUs = former.originUs + Math.round(passedMs * 1_000);
  return Math.abs(byMonotonicUs - byWallUs) <= clockStepMs * 1_000 ? byMonotonicUs : byWallUs;
}
