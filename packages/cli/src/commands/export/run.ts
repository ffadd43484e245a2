import { relative, resolve } from "node:path";
import type { RecordingError } from "@depthwire/recording";
import { exportIntoDuckdb } from "../../export/duckdb-file.js";
import { type ExportRequest, type ExportResult, exportRecording } from "../../export/export-recording.js";
import type { ExportFormat } from "../../export/formats.js";
import { requirePairs } from "../../export/recorded-pairs.js";
import { chooseTarget, refuseExisting } from "../../export/targets.js";
import type { RunCommand } from "../../program/command.js";
import type { Context } from "../../program/context.js";
import { Refused } from "../../program/refused.js";
import { megabytes } from "../../screen/number-format.js";

/** What the command line says. */
export interface ExportFlags {
  readonly to?: string;
  readonly what?: readonly string[];
  readonly format?: ExportFormat;
  readonly duckdb?: string;
  readonly pair?: readonly string[];
  readonly levels: number;
  readonly exchange?: string;
  readonly sequencePolicy: "contiguous" | "monotonic";
  readonly threads?: number;
  readonly force?: true;
}

/** Exports a recording. */
export const run: RunCommand<ExportFlags> = async ({ arguments: [typed], options }, context) => {
  const { output, signal, workingDirectory } = context;
  const directory = resolve(workingDirectory, String(typed));
  const pairs = options.pair?.flatMap((word) => word.split(",")).filter((word) => word !== "");
  if (pairs !== undefined) {
    await requirePairs(directory, pairs);
  }
  const bar = output.progress("Exporting");
  try {
    const watch = { signal, progress: (done: number, all: number) => bar.update(done, all) };
    const result = await chosen({ directory, pairs }, options, context, watch);
    bar.end();
    report(result, context);
    return;
  } finally {
    bar.end();
  }
};

async function chosen(
  { directory, pairs }: { readonly directory: string; readonly pairs: readonly string[] | undefined },
  options: ExportFlags,
  { workingDirectory }: Context,
  watch: Parameters<typeof exportRecording>[1],
): Promise<ExportResult> {
  const { to, duckdb, levels, exchange, sequencePolicy, threads, force = false, format, what } = options;
  if ((to === undefined) === (duckdb === undefined)) {
    const remedy = "Give --to a file or a directory, or --duckdb a file.";
    throw new Refused("usage", "Nothing says where the tables go, or two things do", remedy);
  }
  const terms = { pairs, options: { exchange, levels }, rules: { sequencePolicy } };
  if (duckdb !== undefined) {
    const file = resolve(workingDirectory, duckdb);
    refuseExisting(file, force);
    const target = (folder: string) => chooseTarget({ to: folder, what, format: "parquet", pair: pairs, force });
    return exportIntoDuckdb(file, async (folder) => {
      const { tables, ...places } = await target(folder);
      return exportRecording({ ...places, directory, terms: { ...terms, format: "parquet", tables }, threads }, watch);
    });
  }
  const target = await chooseTarget({ to: resolve(workingDirectory, to ?? ""), what, format, pair: pairs, force });
  const { tables, outputs, pathOf, folder } = target;
  const request: ExportRequest = {
    directory,
    terms: { ...terms, format: target.format, tables },
    threads,
    pathOf: (output) => {
      const path = pathOf(output);
      refuseExisting(path, force);
      return path;
    },
    outputs,
    folder,
  };
  return exportRecording(request, watch);
}

function report({ files, damaged, unreadable }: ExportResult, { output, workingDirectory }: Context): void {
  for (const { output: name, path, rows, bytes } of files) {
    const shown = relative(workingDirectory, path);
    const words = `${rows.toLocaleString("en")} rows of ${name} in ${shown}, ${megabytes(bytes)} MB`;
    output.item({ output: name, file: shown, rows, bytes }, words);
  }
  if (files.length === 0) {
    output.note("The recording has no row of what was asked for: no file was written.");
  }
  if (unreadable > 0) {
    output.note(`${unreadable} messages could not be read; they are in no file.`);
  }
  const [first] = damaged;
  if (first !== undefined) {
    throw damageOf(first, damaged, files);
  }
  output.result({ files: files.length, rows: files.reduce((sum, { rows }) => sum + rows, 0), unreadable });
}

function damageOf(first: RecordingError, all: readonly RecordingError[], files: ExportResult["files"]): Refused {
  const places = all.map(({ code, details }) => ({ code, ...placeOf(details) }));
  const { file, offset } = placeOf(first.details);
  const more = all.length > 1 ? `, and in ${all.length - 1} other places` : "";
  return new Refused(
    "recording-damaged",
    `The recording is damaged in ${file} at byte ${offset}${more}`,
    `What stands before it was exported. depthwire inspect shows what is left behind it.`,
    { damaged: places, files: files.length },
  );
}

function placeOf(details: object): { readonly file: string; readonly offset: number } {
  const { file = "", offset = 0 } = details as { readonly file?: string; readonly offset?: number };
  return { file, offset };
}
