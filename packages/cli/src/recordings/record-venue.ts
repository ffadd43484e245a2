import { setTimeout as pause } from "node:timers/promises";
import { openDirectoryStore, type Venue } from "@depthwire/node";
import { openRecording, type RecordingStatistics } from "@depthwire/recording";
import { noRecordingStatistics } from "@depthwire/recording/internal";
import type { Context } from "../program/context.js";
import { Refused } from "../program/refused.js";
import { timeLimit } from "../program/time-limit.js";
import { RecordStatus } from "./record-status.js";

const statusEveryMs = 1_000;

/** What is there already must be sound: this run is written behind it. @throws RecordingError */
export async function noteFormer(directory: string, shown: string, { output }: Context): Promise<void> {
  const segments = await openRecording(await openDirectoryStore(directory));
  if (segments.length > 0) {
    output.note(
      `${shown} has a recording of ${segments.length} ${segments.length === 1 ? "segment" : "segments"}: this run goes behind it.`,
    );
  }
}

/** How a recording is watched. */
export interface WatchOptions {
  /** As it is shown. */
  readonly shown: string;
  /** How long it goes on; undefined: until Ctrl-C. */
  readonly forMs: number | undefined;
  /** Called once a second. */
  readonly onLook?: () => Promise<void>;
}

/** Shows how a recording grows until Ctrl-C, or until its time is over. @throws Refused `file-unusable` */
export async function watchRecording(venue: Venue, options: WatchOptions, context: Context): Promise<void> {
  const limit = timeLimit(context.signal, options.forMs);
  const { signal: over } = limit;
  const status = new RecordStatus(venue, context, options.forMs);
  try {
    while (!over.aborted) {
      await pause(statusEveryMs, undefined, { signal: over }).catch(() => {});
      requireWritten(venue, options.shown);
      await options.onLook?.();
      status.show();
    }
  } finally {
    limit.end();
    status.end();
  }
}

/**
 * Ends a recording.
 *
 * @returns what was recorded
 * @throws Refused `file-unusable`
 */
export async function endRecording(venue: Venue, shown: string): Promise<RecordingStatistics> {
  await venue.close();
  requireWritten(venue, shown);
  return venue.recording?.statistics() ?? noRecordingStatistics;
}

/** What was recorded, in words: `1,234 frames, 0.12 MB in 2 segments`. */
export function recordedWords({ segments, frames, bytes }: RecordingStatistics): string {
  const size = `${(bytes / 1e6).toFixed(2)} MB`;
  return `${frames.toLocaleString("en-US")} frames, ${size} in ${segments} ${segments === 1 ? "segment" : "segments"}`;
}

/** @throws Refused `file-unusable` where the recording has stopped: a full disk, a directory that is gone */
function requireWritten(venue: Venue, shown: string): void {
  const [cause] = venue.recording?.failures().values() ?? [];
  if (cause !== undefined) {
    const remedy = `What was written before is whole: depthwire inspect ${shown} says how far it goes.`;
    throw new Refused("file-unusable", `The recording in ${shown} stopped: ${cause}`, remedy);
  }
}
