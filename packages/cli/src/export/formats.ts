import { extname } from "node:path";

/** Forms of files that recordings are exported to. */
export type ExportFormat = "parquet" | "csv" | "ndjson" | "hftbacktest";

/** What a file of each form is called. The first ending is the one that is written. */
export const endingsOf: Readonly<Record<ExportFormat, readonly string[]>> = {
  parquet: [".parquet"],
  csv: [".csv"],
  ndjson: [".ndjson", ".jsonl"],
  hftbacktest: [".npz"],
};

/** Every form, in the order in which they are listed. */
export const exportFormats: readonly ExportFormat[] = Object.keys(endingsOf) as ExportFormat[];

/** The form that a file's name says; undefined where it says none. */
export function formatOfName(path: string): ExportFormat | undefined {
  const ending = extname(path).toLowerCase();
  return exportFormats.find((format) => endingsOf[format].includes(ending));
}
