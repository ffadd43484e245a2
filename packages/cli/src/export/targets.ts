import { existsSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { nearest } from "../program/nearest.js";
import { Refused } from "../program/refused.js";
import { type ExportFormat, endingsOf, exportFormats, formatOfName } from "./formats.js";
import { tableOf, tables } from "./tables/index.js";

/** What the command line says of the files. Paths are whole. */
export interface TargetFlags {
  readonly to: string;
  readonly what: readonly string[] | undefined;
  readonly format: ExportFormat | undefined;
  readonly pair: readonly string[] | undefined;
  readonly force: boolean;
}

/** Where an export goes. */
export interface ExportTarget {
  readonly format: ExportFormat;
  /** Names of the tables that are written. */
  readonly tables: readonly string[];
  /** Outputs that get a file even without a row. */
  readonly outputs: readonly string[];
  readonly pathOf: (output: string) => string;
  /** The directory of the files. */
  readonly folder: string;
}

/**
 * Decides which files are written, and refuses what is there already.
 *
 * @throws Refused `usage`, `file-exists`, `file-unusable`
 */
export async function chooseTarget(flags: TargetFlags): Promise<ExportTarget> {
  const named = flags.what?.flatMap((word) => word.split(",")).filter((word) => word !== "");
  for (const name of named ?? []) {
    requireTable(name);
  }
  const byName = formatOfName(flags.to);
  const isFile = byName !== undefined && !(await isDirectory(flags.to));
  const format = flags.format ?? byName ?? "parquet";
  if (isFile && byName !== format) {
    const ending = endingsOf[format][0] ?? "";
    throw new Refused("usage", `${basename(flags.to)} is no name of a ${format} file`, `Name it with ${ending}.`);
  }
  return isFile ? fileTarget(flags, format, named) : directoryTarget(flags, format, named);
}

async function fileTarget(
  { to, pair, force }: TargetFlags,
  format: ExportFormat,
  named: readonly string[] | undefined,
): Promise<ExportTarget> {
  refuseExisting(to, force);
  await requireParent(to);
  if (format === "hftbacktest") {
    if (pair?.length !== 1) {
      throw new Refused(
        "usage",
        "A file of events is of one pair",
        "Name it with --pair, or give a directory to --to.",
      );
    }
    return { format, tables: [], outputs: pair, pathOf: () => to, folder: dirname(to) };
  }
  const guessed = tableOf(basename(to, extname(to)))?.name;
  const one = named ?? (guessed === undefined ? [] : [guessed]);
  if (one.length !== 1) {
    throw new Refused(
      "usage",
      `A file holds one table, and ${one.length === 0 ? "none was named" : `${one.length} were`}`,
      `Name it with --what (${tableNames()}), or give a directory to --to.`,
    );
  }
  return { format, tables: one, outputs: one, pathOf: () => to, folder: dirname(to) };
}

async function directoryTarget(
  { to, force }: TargetFlags,
  format: ExportFormat,
  named: readonly string[] | undefined,
): Promise<ExportTarget> {
  if (existsSync(to) && !(await isDirectory(to))) {
    throw new Refused(
      "file-unusable",
      `${to} is a file, and its ending says no format`,
      `Give --to a directory, or a name that ends in one of ${exportFormats.map((one) => endingsOf[one][0]).join(", ")}.`,
    );
  }
  await mkdir(to, { recursive: true, mode: 0o700 });
  const pathOf = (output: string): string => join(to, `${output}${endingsOf[format][0]}`);
  const chosen = format === "hftbacktest" ? [] : (named ?? tables.map(({ name }) => name));
  for (const output of chosen) {
    refuseExisting(pathOf(output), force);
  }
  return { format, tables: chosen, outputs: named === undefined ? [] : chosen, pathOf, folder: to };
}

function requireTable(name: string): void {
  if (tableOf(name) === undefined) {
    const near = nearest(
      name,
      tables.map((table) => table.name),
    );
    const remedy = near === undefined ? `There are ${tableNames()}.` : `Did you mean ${near}?`;
    throw new Refused("usage", `There is no table ${name}`, remedy, { wanted: name, nearest: near });
  }
}

function tableNames(): string {
  return tables.map(({ name }) => name).join(", ");
}

/** @throws Refused `file-exists` */
export function refuseExisting(path: string, force: boolean): void {
  if (!force && existsSync(path)) {
    throw new Refused("file-exists", `${path} is there already`, "Choose another name, or replace it with --force.", {
      file: path,
    });
  }
}

async function requireParent(path: string): Promise<void> {
  const parent = dirname(path);
  if (!(await isDirectory(parent))) {
    throw new Refused("file-unusable", `There is no directory ${parent}`, "Make it, or choose another place.");
  }
}

async function isDirectory(path: string): Promise<boolean> {
  return existsSync(path) && (await stat(path)).isDirectory();
}
