import { type Command, InvalidArgumentError, Option } from "commander";
import { integerOption } from "../command-line/integer-option.js";
import {
  type CommandOutput,
  type CommandRefusal,
  readCommandLine,
  type Summary,
  workspaceCommand,
} from "../command-line/workspace-command.js";
import { type MutationGroup, mutationGroups } from "./groups.js";
import type { MutantSample } from "./sample.js";

/** What `npm run mutate` was asked to do. */
export interface MutateOptions {
  /** Files and folders from the root of the workspace; a folder stands for the sources below it. */
  readonly files: readonly string[];
  /** The whole package that is measured; absent: files of any package. */
  readonly package?: string;
  /** So many mutants of a package stand for all; absent: every mutant is tested. */
  readonly sample?: MutantSample;
  /** The run fails below this percentage of found mutants. */
  readonly wantedScore: number;
  /** A package's run is ended after so many minutes, and the command fails; absent: no limit. */
  readonly minutes?: number;
  /** Processes that test mutants at a time. */
  readonly concurrency: number;
  /** What the last line of standard output is. */
  readonly summary: Summary;
}

const defaultScore = 92;
const defaultGroup: MutationGroup = "safety";

interface ParsedFlags {
  readonly files?: readonly string[];
  readonly package?: string;
  readonly sample?: number;
  readonly seed: number;
  readonly group: MutationGroup;
  readonly score: number;
  readonly minutes?: number;
  readonly concurrency: number;
}

/** Reads the arguments behind `npm run mutate --`. */
export function parseMutateOptions(argv: readonly string[], output: CommandOutput): MutateOptions | CommandRefusal {
  return readCommandLine(
    createCommand(),
    argv,
    output,
    ({ files, package: project, sample, seed, group, score, minutes, concurrency }: ParsedFlags) => ({
      files: files ?? (project === undefined ? mutationGroups[group] : [`packages/${project}/src`]),
      ...(project === undefined ? {} : { package: project }),
      ...(sample === undefined ? {} : { sample: { count: sample, seed } }),
      wantedScore: score,
      ...(minutes === undefined ? {} : { minutes }),
      concurrency,
    }),
  );
}

function createCommand(): Command {
  return workspaceCommand(
    "mutate",
    "Changes sources in small ways, one at a time, and counts the changes that no spec of their package notices.",
  )
    .option("--files <paths>", "files and folders, with commas between them, in place of a group", toPaths)
    .addOption(
      new Option("--package <name>", "all sources of a package but its tables, as rest")
        .argParser(toPackage)
        .conflicts("files"),
    )
    .addOption(integerOption("--sample <count>", "test so many of each package's mutants in place of all", 1, 100_000))
    .addOption(integerOption("--seed <number>", "draws the sample", 0, 1_000_000_000).default(1))
    .addOption(new Option("--group <name>", "files by name").choices(Object.keys(mutationGroups)).default(defaultGroup))
    .addOption(
      integerOption("--score <percent>", "fail below this part of found mutants", 0, 100).default(defaultScore),
    )
    .addOption(integerOption("--minutes <count>", "end a package's run after so long, and fail", 1, 10_000))
    .addOption(integerOption("--concurrency <count>", "processes that test at a time", 1, 64).default(1));
}

function toPaths(text: string): readonly string[] {
  const paths = text.split(",").map((path) => path.trim().replace(/\/+$/, ""));
  if (paths.every((path) => /^packages\/[a-z]+\/src(\/[\w.-]+)*$/.test(path) && !path.includes(".."))) {
    return paths;
  }
  throw new InvalidArgumentError("Each must be a path such as packages/rest/src/throttle.");
}

function toPackage(text: string): string {
  if (/^[a-z]+$/.test(text)) {
    return text;
  }
  throw new InvalidArgumentError("It must be the name of a folder in packages, such as rest.");
}
