import { RecordingError } from "@depthwire/recording";
import { streamSegment } from "@depthwire/recording/internal";
import { openSegment } from "./open-segment.js";
import { type PlannedSegment, planRecording } from "./plan-recording.js";
import { createMarketTools, type MarketListener, type MarketRules } from "./recorded-market.js";
import { SegmentWalk } from "./segment-walk.js";

/** Who hears a whole recording. */
export interface RecordingListener extends MarketListener {
  /** What comes next does not follow: nobody recorded from here on, or somebody else did. @param localUs epoch microseconds */
  brokenOff?(localUs: number): void;
  /** A segment is over: its books are valid for the last time. */
  segmentEnded?(): void;
}

/** How a recording is read. */
export interface ReadMarketOptions {
  readonly rules?: MarketRules | undefined;
  readonly signal: AbortSignal;
  progress(readBytes: number, totalBytes: number): void;
}

/** What a reading came to. */
export interface ReadMarket {
  /** When it began and ended, epoch microseconds. */
  readonly fromUs: number;
  readonly toUs: number;
  /** Where it is damaged; what stands behind, in the same series, was not read. */
  readonly damaged: readonly RecordingError[];
}

/**
 * Reads a whole recording in this thread, shard by shard.
 *
 * @throws RecordingError `recording-absent`; what the signal says when it is aborted
 */
export async function readMarket(
  directory: string,
  listener: RecordingListener,
  { rules, signal, progress }: ReadMarketOptions,
): Promise<ReadMarket> {
  const plan = await planRecording(directory);
  const total = plan.flatMap(({ segments }) => segments).reduce((sum, { bytes }) => sum + bytes, 0);
  const tools = createMarketTools(rules);
  const damaged: RecordingError[] = [];
  let done = 0;
  let fromUs = Number.POSITIVE_INFINITY;
  let toUs = Number.NEGATIVE_INFINITY;
  for (const series of plan) {
    let lastUs: number | undefined;
    const read = async (segment: PlannedSegment): Promise<void> => {
      if (lastUs !== undefined && segment.follows === "nothing") {
        listener.brokenOff?.(lastUs);
      }
      fromUs = Math.min(fromUs, segment.originUs);
      const walk = new SegmentWalk(segment, tools, listener);
      const file = await openSegment(segment);
      try {
        for await (const { entries, offset } of streamSegment(file, segment)) {
          signal.throwIfAborted();
          for (const entry of entries) {
            walk.take(entry);
          }
          progress(done + offset, total);
        }
      } finally {
        lastUs = walk.localUs;
        toUs = Math.max(toUs, lastUs);
        listener.segmentEnded?.();
        walk.end();
        await file.close();
        done += segment.bytes;
      }
    };
    const damage = await readUntilDamage(series.segments, read);
    damaged.push(...[damage ?? series.damage].filter((one) => one !== undefined));
  }
  return { fromUs, toUs, damaged };
}

async function readUntilDamage(
  segments: readonly PlannedSegment[],
  read: (segment: PlannedSegment) => Promise<void>,
): Promise<RecordingError | undefined> {
  for (const segment of segments) {
    try {
      await read(segment);
    } catch (error) {
      if (error instanceof RecordingError) {
        return error;
      }
      throw error;
    }
  }
  return undefined;
}
