import type { RecordingError } from "@depthwire/recording";
import type { PlannedSegment, PlannedSeries } from "../recordings/market/plan-recording.js";

/** Segments in a row that one thread takes, and writes to row groups of their own. */
export interface Stretch {
  /** Index of its series. */
  readonly series: number;
  readonly segments: readonly PlannedSegment[];
  /** What stands behind it; only of a series' last stretch. */
  readonly damage: RecordingError | undefined;
}

/** Below this, files get row groups that are too short. */
const minStretchBytes = 1024 * 1024;
/** Above this, a thread's progress is too coarse. */
const maxStretchBytes = 32 * 1024 * 1024;
/** A recording is divided into some sixteen, so that few threads are idle at the end. */
const wantedStretches = 16;

/** Divides a recording into stretches of roughly `wantedBytes`. It depends on the recording alone: however many threads there are, the files are the same. */
export function stretchesOf(all: readonly PlannedSeries[], wantedBytes: number = usualBytes(all)): readonly Stretch[] {
  return all.flatMap(({ segments, damage }, series) => {
    const runs = runsOf(segments, wantedBytes);
    return runs.map((run, index) => ({
      series,
      segments: run,
      damage: index === runs.length - 1 ? damage : undefined,
    }));
  });
}

function usualBytes(all: readonly PlannedSeries[]): number {
  const total = all.flatMap(({ segments }) => segments).reduce((sum, { bytes }) => sum + bytes, 0);
  return Math.min(maxStretchBytes, Math.max(minStretchBytes, total / wantedStretches));
}

function runsOf(segments: readonly PlannedSegment[], wanted: number): PlannedSegment[][] {
  const runs: PlannedSegment[][] = [[]];
  let bytes = 0;
  for (const segment of segments) {
    if (bytes >= wanted) {
      runs.push([]);
      bytes = 0;
    }
    runs.at(-1)?.push(segment);
    bytes += segment.bytes;
  }
  return runs;
}
