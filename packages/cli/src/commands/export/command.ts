import { Argument, InvalidArgumentError, Option } from "commander";
import { exportFormats } from "../../export/formats.js";
import { tables } from "../../export/tables/index.js";
import type { CommandDescription } from "../../program/command.js";
import type { ExportFlags } from "./run.js";

/** More columns than that no reader shows. */
const maxLevels = 200;
const usualLevels = 10;

export const exportRecording: CommandDescription<ExportFlags> = {
  name: "export",
  group: "recordings",
  summary: "write a recording as Parquet, CSV or newline JSON, for DuckDB, pandas, Polars and the like",
  details: `Tables:\n${tables.map(({ name, has }) => `  ${name.padEnd(15)} ${has}`).join("\n")}

Times are epoch microseconds: timestamp is the venue's, local_timestamp the recorder's. Prices and amounts are exact decimals with the finest scale of their file. A book is its rows in order: those with is_snapshot replace it, an amount of 0 removes a level. --format hftbacktest writes the events of one pair a file, with both times in nanoseconds.

A file appears under its name when it is whole. A damaged recording is exported up to the damage, which is said, and the command ends with 3.`,
  arguments: () => [new Argument("<directory>", "of the recording")],
  options: () => [
    new Option("--to <path>", "a directory, or a file of one table: its ending says the format"),
    new Option("--what <tables...>", "tables, of those above; all that have rows by default"),
    new Option("--format <format>", "of the files").choices(exportFormats),
    new Option("--duckdb <file>", "write the tables into a DuckDB database; needs @duckdb/node-api"),
    new Option("--pair <pairs...>", "these pairs alone"),
    new Option("--levels <number>", "levels a side of book-snapshots").default(usualLevels).argParser(levels),
    new Option("--exchange <name>", "what stands in the column exchange; the deployment's name by default"),
    new Option("--sequence-policy <policy>", "what a step of seq above 1 means")
      .choices(["contiguous", "monotonic"])
      .default("contiguous"),
    new Option("--threads <number>", "how many cores work; all by default").argParser(threads),
    new Option("--force", "replace files that are there already"),
  ],
  examples: [
    { line: "export recording --to tables", does: "everything, as Parquet files" },
    { line: "export recording --to updates.csv --what book-updates", does: "one table as CSV" },
    {
      line: "export recording --to top.parquet --what book-snapshots --levels 5",
      does: "the best five levels of each side",
    },
    {
      line: "export recording --to events --format hftbacktest --pair 4BTC_USDT",
      does: "for a backtest with hftbacktest",
    },
    { line: "export recording --duckdb market.duckdb", does: "as a DuckDB database" },
  ],
  load: () => import("./run.js"),
};

function levels(typed: string): number {
  return whole(typed, maxLevels);
}

function threads(typed: string): number {
  return whole(typed, 256);
}

function whole(typed: string, max: number): number {
  const number = Number(typed);
  if (!/^\d+$/.test(typed) || number < 1 || number > max) {
    throw new InvalidArgumentError(`It is a whole number from 1 to ${max}.`);
  }
  return number;
}
