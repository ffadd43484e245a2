import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { integerOption } from "../command-line/integer-option.js";
import { type MutationGroup, mutationGroups } from "./groups.js";

/** What `npm run mutate` was asked to do. */
export interface MutateOptions {
  /** Files and folders from the root of the workspace; a folder stands for the sources below it. */
  readonly files: readonly string[];
  /** The run fails below this percentage of found mutants. */
  readonly wantedScore: number;
  /** A package's run is ended after so many minutes, and the command fails; absent: no limit. */
  readonly minutes?: number;
  /** Processes that test mutants at a time. */
  readonly concurrency: number;
  /** What the last line of standard output is. */
  readonly summary: "text" | "json";
}

/** The command line was answered already; the program ends with this code. */
export interface MutateRefusal {
  readonly exitCode: number;
}

/** Where the command's own words go. */
export interface MutateOutput {
  /** Help, on request. */
  out(text: string): void;
  /** What is wrong with the command line. */
  err(text: string): void;
}

/** Exit code of a command line that cannot be understood. */
const usageExitCode = 2;
const defaultScore = 92;
const defaultGroup: MutationGroup = "safety";

interface ParsedFlags {
  readonly files?: readonly string[];
  readonly group: MutationGroup;
  readonly score: number;
  readonly minutes?: number;
  readonly concurrency: number;
  readonly json?: true;
}

/** Reads the arguments behind `npm run mutate --`. */
export function parseMutateOptions(argv: readonly string[], output: MutateOutput): MutateOptions | MutateRefusal {
  const command = createCommand(output);
  try {
    command.parse(argv, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      throw error;
    }
    return { exitCode: error.exitCode === 0 ? 0 : usageExitCode };
  }
  const { files, group, score, minutes, concurrency, json } = command.opts<ParsedFlags>();
  return {
    files: files ?? mutationGroups[group],
    wantedScore: score,
    ...(minutes === undefined ? {} : { minutes }),
    concurrency,
    summary: json === true ? "json" : "text",
  };
}

function createCommand(output: MutateOutput): Command {
  return new Command("npm run mutate --")
    .usage("[options]")
    .description(
      "Changes sources in small ways, one at a time, and counts the changes that no spec of their package notices.",
    )
    .allowExcessArguments(false)
    .option("--files <paths>", "files and folders, with commas between them, in place of a group", toPaths)
    .addOption(new Option("--group <name>", "files by name").choices(Object.keys(mutationGroups)).default(defaultGroup))
    .addOption(
      integerOption("--score <percent>", "fail below this part of found mutants", 0, 100).default(defaultScore),
    )
    .addOption(integerOption("--minutes <count>", "end a package's run after so long, and fail", 1, 10_000))
    .addOption(integerOption("--concurrency <count>", "processes that test at a time", 1, 64).default(1))
    .option("--json", "end with the summary as one line of JSON")
    .showHelpAfterError("(--help lists the options)")
    .configureOutput({ writeOut: output.out, writeErr: output.err })
    .exitOverride();
}

function toPaths(text: string): readonly string[] {
  const paths = text.split(",").map((path) => path.trim().replace(/\/+$/, ""));
  if (paths.every((path) => /^packages\/[a-z]+\/src(\/[\w.-]+)*$/.test(path) && !path.includes(".."))) {
    return paths;
  }
  throw new InvalidArgumentError("Each must be a path such as packages/rest/src/throttle.");
}
