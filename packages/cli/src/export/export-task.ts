import { RecordingError } from "@depthwire/recording";
import { streamSegment } from "@depthwire/recording/internal";
import { openSegment } from "../recordings/market/open-segment.js";
import type { PlannedSegment } from "../recordings/market/plan-recording.js";
import { createMarketTools, type MarketListener } from "../recordings/market/recorded-market.js";
import { SegmentWalk } from "../recordings/market/segment-walk.js";
import { FormMiss } from "./columns.js";
import type { AllNeeds, DecimalForms } from "./decimal-forms.js";
import type { ExportTerms } from "./export-terms.js";
import { createExporter, createSurveyor } from "./exporter.js";
import type { Part } from "./files/part.js";

/** Some segments that one thread takes, and what it does with them. Plain data. */
export interface ExportTask {
  readonly terms: ExportTerms;
  readonly segments: readonly PlannedSegment[];
  readonly work:
    | { readonly kind: "write"; readonly forms: DecimalForms; readonly folder: string; readonly number: number }
    /** @param maxBytes so much of each segment is looked at */
    | { readonly kind: "survey"; readonly maxBytes: number };
  /** Grows by the KiB that were read. */
  readonly progress: Int32Array<SharedArrayBuffer>;
}

/** What came of it. Plain data: errors do not cross threads whole. */
export interface ExportAnswer {
  /** Of `write`. */
  readonly parts: readonly Part[];
  /** Of `survey`. */
  readonly needs: AllNeeds;
  /** Frames that no reader understood. */
  readonly unreadable: number;
  /** Why it ended before the end of its segments. */
  readonly ended:
    | undefined
    | { readonly kind: "damaged"; readonly code: RecordingError["code"]; readonly details: RecordingError["details"] }
    /** A number does not fit the form that it was given. */
    | { readonly kind: "form-missed"; readonly form: string };
}

const kibibyte = 1_024;

/** Does the task in this thread. @throws Error of the file system; what `signal` says when it is aborted */
export async function runExportTask(task: ExportTask, signal?: AbortSignal): Promise<ExportAnswer> {
  const { terms, work } = task;
  if (work.kind === "survey") {
    const surveyor = createSurveyor(terms);
    const end = await walk(task, surveyor.listener, signal);
    return { parts: [], needs: surveyor.needs(), ...end };
  }
  const exporter = createExporter(terms, work);
  try {
    const end = await walk(task, exporter.listener, signal);
    if (end.ended?.kind === "form-missed") {
      exporter.close("abandoned");
      return { parts: [], needs: {}, ...end };
    }
    return { parts: exporter.close("whole"), needs: {}, ...end };
  } catch (error) {
    if (error instanceof FormMiss) {
      // The last rows are written when the exporter is closed.
      return { parts: [], needs: {}, unreadable: 0, ended: { kind: "form-missed", form: error.form } };
    }
    throw error;
  }
}

async function walk(
  task: ExportTask,
  listener: MarketListener,
  signal: AbortSignal | undefined,
): Promise<Pick<ExportAnswer, "unreadable" | "ended">> {
  const tools = createMarketTools(task.terms.rules);
  let unreadable = 0;
  for (const segment of task.segments) {
    const segmentWalk = new SegmentWalk(segment, tools, listener);
    try {
      await walkSegment(task, segment, segmentWalk, signal);
    } catch (error) {
      if (error instanceof FormMiss) {
        return { unreadable, ended: { kind: "form-missed", form: error.form } };
      }
      if (error instanceof RecordingError) {
        return { unreadable, ended: { kind: "damaged", code: error.code, details: error.details } };
      }
      throw error;
    } finally {
      segmentWalk.end();
      unreadable += segmentWalk.unreadable;
    }
  }
  return { unreadable, ended: undefined };
}

async function walkSegment(
  { work, progress }: ExportTask,
  segment: PlannedSegment,
  segmentWalk: SegmentWalk,
  signal: AbortSignal | undefined,
): Promise<void> {
  const file = await openSegment(segment);
  const maxBytes = work.kind === "survey" ? work.maxBytes : Number.POSITIVE_INFINITY;
  const options = Number.isFinite(maxBytes) ? { windowBytes: maxBytes } : {};
  let read = 0;
  try {
    for await (const { entries, offset } of streamSegment(file, segment, options)) {
      signal?.throwIfAborted();
      for (const entry of entries) {
        segmentWalk.take(entry);
      }
      Atomics.add(progress, 0, Math.round((offset - read) / kibibyte));
      read = offset;
      if (offset >= maxBytes / 2) {
        return;
      }
    }
  } finally {
    await file.close();
  }
}
