import type { Argument, Option } from "commander";
import type { Context } from "./context.js";
import type { ExitCode } from "./exit-codes.js";

/** Under which heading `--help` lists a command. */
export type CommandGroup = "programs" | "market" | "recordings" | "trading" | "machines" | "tools";

/** A line that can be typed as it stands, and what it does. A test runs every one against a sandbox. */
export interface Example {
  /** Without `depthwire` in front. */
  readonly line: string;
  /** What it does, in a few words. */
  readonly does: string;
}

/** What the command line said to one command. */
export interface Invocation<Options extends object = object> {
  /** In the order of the command's arguments; one that takes several is an array. */
  readonly arguments: readonly (string | readonly string[] | undefined)[];
  readonly options: Options;
}

/** Carries a command out. What it throws decides text and exit code; see `endingOf`. */
export type RunCommand<Options extends object> = (
  invocation: Invocation<Options>,
  context: Context,
) => Promise<ExitCode | undefined>;

/** What a command's `run.ts` exports. A method, so that a list may hold commands of any options: commander has checked what they are. */
export interface CommandModule<Options extends object> {
  run(invocation: Invocation<Options>, context: Context): Promise<ExitCode | undefined>;
}

/** Words for an argument, for shell completion. @param typed what stands behind the command's name; the last word is being typed */
export type Suggest = (typed: readonly string[]) => Promise<readonly string[]> | readonly string[];

/**
 * One command: what `--help`, completion, the guide's table and the MCP server know of it. Its code is loaded when it runs, so that a
 * slip of the pen is answered at once.
 */
export interface CommandDescription<Options extends object = object> {
  /** As it is typed; `key put` is a command within `key`. */
  readonly name: string;
  readonly group: CommandGroup;
  /** One sentence without a full stop. */
  readonly summary: string;
  /** More than one sentence can say, above the examples. */
  readonly details?: string;
  readonly arguments?: () => readonly Argument[];
  readonly options?: () => readonly Option[];
  readonly examples: readonly Example[];
  /** Words for its arguments. */
  readonly suggest?: Suggest;
  /** What it hands to the program that it starts: every word behind its name, or the options that it does not know itself. */
  readonly passesOn?: "every-word" | "unknown-options";
  /** Whether `--help` behind an argument is the command's own to answer: its option `help` is set then. */
  readonly helpIsOwn?: boolean;
  /** Whether it has a result, so that `--json` makes sense; true unless it says otherwise. */
  readonly hasJson?: boolean;
  load(): Promise<CommandModule<Options>>;
}
