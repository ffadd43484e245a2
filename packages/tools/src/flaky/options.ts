import type { Command } from "commander";
import { integerOption } from "../command-line/integer-option.js";
import {
  type CommandOutput,
  type CommandRefusal,
  readCommandLine,
  type Summary,
  workspaceCommand,
} from "../command-line/workspace-command.js";

/** What `npm run flaky` was asked to do. */
export interface FlakyOptions {
  /** How often each file runs. */
  readonly times: number;
  /** How many processes spin beside the specs. */
  readonly busy: number;
  /** No file starts after so many minutes, and none runs on; absent: no limit. */
  readonly minutes?: number;
  /** Only the specs that changes after this commit touch; absent: whatever changed. */
  readonly since?: string;
  /** `live`: only the specs that reach a socket, a thread, a process or the machine's time. */
  readonly scope: "all" | "live";
  /** The first round's order; each later round has the next number. */
  readonly seed: number;
  /** Parts of paths, as vitest takes them; empty: all specs. */
  readonly files: readonly string[];
  /** What the last line of standard output is. */
  readonly summary: Summary;
}

type ParsedFlags = Omit<FlakyOptions, "scope" | "files" | "summary"> & { readonly live?: true };

/** Reads the arguments behind `npm run flaky --`. */
export function parseFlakyOptions(argv: readonly string[], output: CommandOutput): FlakyOptions | CommandRefusal {
  const command = createCommand();
  return readCommandLine(command, argv, output, ({ live, ...flags }: ParsedFlags) => ({
    ...flags,
    scope: live === true ? "live" : "all",
    files: command.args,
  }));
}

function createCommand(): Command {
  return workspaceCommand(
    "flaky",
    "Runs spec files again and again, each time in another order, and names those that do not always pass.",
  )
    .usage("[options] [file...]")
    .argument("[file...]", "parts of paths, as vitest takes them; without any, all spec files")
    .addOption(integerOption("--times <count>", "how often each file runs", 1, 10_000).default(5))
    .addOption(integerOption("--busy <count>", "processes that spin beside the specs", 0, 64).default(0))
    .addOption(integerOption("--minutes <count>", "end after so long, wherever it is", 1, 10_000))
    .option("--since <commit>", "only specs whose content changed after the commit, or that import a file whose did")
    .option("--live", "only specs that reach a socket, a thread, a process or the machine's time")
    .addOption(integerOption("--seed <number>", "the order of the first round", 0, 2 ** 31 - 1).default(1));
}
