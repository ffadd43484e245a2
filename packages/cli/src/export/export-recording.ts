import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { RecordingError } from "@depthwire/recording";
import { type PlannedSeries, planRecording } from "../recordings/market/plan-recording.js";
import { type AllNeeds, type DecimalForms, formsOf, joinedNeeds } from "./decimal-forms.js";
import type { ExportAnswer, ExportTask } from "./export-task.js";
import type { ExportTerms } from "./export-terms.js";
import type { Part } from "./files/part.js";
import { type WrittenFile, writeFile } from "./files/write-file.js";
import { type Stretch, stretchesOf } from "./stretches.js";
import { TableBuffer } from "./table-buffer.js";
import { tableOf } from "./tables/index.js";
import { createTaskRunner, type TaskRunner } from "./task-runner.js";

/** What is exported to where. */
export interface ExportRequest {
  /** The recording. */
  readonly directory: string;
  readonly terms: ExportTerms;
  /** Threads; default: one for each core. */
  readonly threads?: number | undefined;
  /** Where an output goes: a table's, or a pair's. */
  readonly pathOf: (output: string) => string;
  /** Where pieces of files wait. */
  readonly folder: string;
  /** Outputs that get a file even without a row. */
  readonly outputs: readonly string[];
  /** Bytes that a thread takes at once, roughly; default: a sixteenth of the recording, from 1 to 32 MiB. */
  readonly stretchBytes?: number | undefined;
  /** Threads that are there already, and are not ended; default: some of its own. */
  readonly runner?: TaskRunner | undefined;
}

/** How it goes on. */
export interface ExportWatch {
  readonly signal: AbortSignal;
  /** Called some times a second. */
  progress(readBytes: number, totalBytes: number): void;
}

/** A file that is there now. */
export interface ExportedFile extends WrittenFile {
  /** Of a table, or of a pair. */
  readonly output: string;
  readonly path: string;
}

/** What came of it. */
export interface ExportResult {
  readonly files: readonly ExportedFile[];
  /** Where the recording is damaged: what is behind it, in the same series, is not in the files. */
  readonly damaged: readonly RecordingError[];
  /** Frames that no reader understood. */
  readonly unreadable: number;
  /** Times that the recording was gone through: more than once when a number was finer than the first ones. */
  readonly passes: number;
}

/** So many segments are looked at for the scales of their numbers, and so much of each. */
const sampledSegments = 16;
const sampledBytes = 64 * 1024;
const kibibyte = 1_024;
const progressEveryMs = 100;

/**
 * Exports a recording to files, on all cores. Files appear when they are whole, or not at all.
 *
 * @throws RecordingError `recording-absent`; Error of the file system; what the signal says when it is aborted
 */
export async function exportRecording(request: ExportRequest, watch: ExportWatch): Promise<ExportResult> {
  const plan = await planRecording(request.directory);
  const stretches = stretchesOf(plan, request.stretchBytes);
  const total = bytesOf(plan);
  const progress = new Int32Array(new SharedArrayBuffer(4));
  const { threads = availableParallelism() } = request;
  const runner = request.runner ?? createTaskRunner(Math.min(stretches.length, threads), watch.signal);
  const timer = setInterval(() => watch.progress((progress[0] as number) * kibibyte, total), progressEveryMs);
  const folder = await mkdtemp(join(request.folder, `.${basename(request.directory)}-export-`));
  try {
    const job: Job = { terms: request.terms, stretches, runner, folder, progress, signal: watch.signal };
    return await writeOutputs(request, await writeParts(job, plan), job);
  } finally {
    clearInterval(timer);
    if (request.runner === undefined) {
      await runner.close();
    }
    await rm(folder, { recursive: true, force: true });
  }
}

interface Job {
  readonly terms: ExportTerms;
  readonly stretches: readonly Stretch[];
  readonly runner: TaskRunner;
  readonly folder: string;
  readonly progress: Int32Array<SharedArrayBuffer>;
  readonly signal: AbortSignal;
}

interface WrittenParts {
  readonly parts: readonly Part[];
  readonly damaged: readonly RecordingError[];
  readonly unreadable: number;
  readonly forms: DecimalForms;
  readonly passes: number;
}

/**
 * The scale of a file stands at its end, for all of its rows, but rows are written long before the last number is known. So a sample says which
 * scale they have; when a number is finer or larger than all of the sample, the whole recording is surveyed, and written again.
 */
async function writeParts(job: Job, plan: readonly PlannedSeries[]): Promise<WrittenParts> {
  const sample = sampled(plan);
  const answers = await Promise.all(sample.map((stretch) => survey(job, stretch, sampledBytes)));
  const needs = joinedNeeds(answers.map((answer) => answer.needs));
  const first = await writeAll(job, formsOf(needs));
  if (first !== undefined) {
    return { ...first, forms: formsOf(needs), passes: 1 };
  }
  const known: AllNeeds[] = [needs];
  await inOrder(
    job,
    (stretch) => survey(job, stretch, Number.MAX_SAFE_INTEGER),
    (answer) => {
      known.push(answer.needs);
      return "on";
    },
  );
  const forms = formsOf(joinedNeeds(known));
  const second = await writeAll(job, forms);
  if (second === undefined) {
    throw new RangeError("a number has more than 38 digits, with those behind the point that others have");
  }
  return { ...second, forms, passes: 3 };
}

function sampled(plan: readonly PlannedSeries[]): readonly Stretch[] {
  const segments = plan.flatMap((series) => series.segments);
  const step = Math.max(1, Math.ceil(segments.length / sampledSegments));
  const some = segments.filter((_, index) => index % step === 0);
  return some.length === 0 ? [] : [{ series: 0, segments: some, damage: undefined }];
}

async function survey({ terms, runner, progress }: Job, stretch: Stretch, maxBytes: number): Promise<ExportAnswer> {
  return runner.run({ terms, segments: stretch.segments, work: { kind: "survey", maxBytes }, progress });
}

/** Undefined when a number did not fit. */
async function writeAll(job: Job, forms: DecimalForms): Promise<Omit<WrittenParts, "forms" | "passes"> | undefined> {
  const { terms, folder, progress, runner } = job;
  progress[0] = 0;
  const parts: Part[] = [];
  const damaged = new Map<number, RecordingError>();
  let unreadable = 0;
  let isMissed = false;
  const write = ({ segments }: Stretch, number: number): Promise<ExportAnswer> => {
    const task: ExportTask = { terms, segments, work: { kind: "write", forms, folder, number }, progress };
    return runner.run(task);
  };
  await inOrder(job, write, ({ ended, ...answer }, stretch) => {
    if (ended?.kind === "form-missed") {
      isMissed = true;
      return "stop";
    }
    if (!damaged.has(stretch.series)) {
      parts.push(...answer.parts);
      unreadable += answer.unreadable;
      const damage = ended === undefined ? stretch.damage : new RecordingError(ended.code, ended.details);
      if (damage !== undefined) {
        damaged.set(stretch.series, damage);
      }
    }
    return "on";
  });
  return isMissed ? undefined : { parts, damaged: [...damaged.values()], unreadable };
}

/** Runs a task for each stretch, some at once, and hands the answers out in order. */
async function inOrder(
  { stretches, runner, signal }: Job,
  run: (stretch: Stretch, number: number) => Promise<ExportAnswer>,
  take: (answer: ExportAnswer, stretch: Stretch) => "on" | "stop",
): Promise<void> {
  const running: { readonly answer: Promise<ExportAnswer>; readonly stretch: Stretch }[] = [];
  let state = "on" as "on" | "stop";
  const takeOne = async (): Promise<void> => {
    const next = running.shift();
    if (next !== undefined) {
      const answer = await next.answer;
      state = state === "on" ? take(answer, next.stretch) : state;
    }
  };
  for (const [number, stretch] of stretches.entries()) {
    signal.throwIfAborted();
    const answer = run(stretch, number);
    answer.catch(() => {});
    running.push({ answer, stretch });
    // One more than can run, so that nobody waits while an answer is taken.
    if (running.length > runner.atOnce) {
      await takeOne();
    }
    if (state === "stop") {
      break;
    }
  }
  while (running.length > 0) {
    await takeOne();
  }
}

async function writeOutputs(request: ExportRequest, written: WrittenParts, job: Job): Promise<ExportResult> {
  const { terms, pathOf, outputs } = request;
  const { parts, damaged, unreadable, forms, passes } = written;
  const byOutput = new Map(outputs.map((output): [string, Part[]] => [output, []]));
  for (const part of parts) {
    const known = byOutput.get(part.output);
    if (known !== undefined) {
      known.push(part);
    } else if (part.rows > 0) {
      byOutput.set(part.output, [part]);
    }
  }
  const files: ExportedFile[] = [];
  for (const [output, pieces] of byOutput) {
    const path = pathOf(output);
    const columns = columnsOf(terms, output, forms);
    files.push({
      output,
      path,
      ...(await writeFile(path, { format: terms.format, columns, parts: pieces }, job.signal)),
    });
  }
  return { files, damaged, unreadable, passes };
}

/** As descriptions: they hold no row. */
function columnsOf(terms: ExportTerms, output: string, forms: DecimalForms): TableBuffer["columns"] {
  const buffer = new TableBuffer(output, 0, forms, () => {});
  tableOf(output)?.fillerOf(buffer, terms.options);
  return buffer.columns;
}

function bytesOf(plan: readonly PlannedSeries[]): number {
  return plan.flatMap(({ segments }) => segments).reduce((sum, { bytes }) => sum + bytes, 0);
}
