import { Command, CommanderError } from "commander";
import type { CommandDescription, CommandGroup, Invocation } from "./command.js";
import { exitCodeMeanings, exitCodes } from "./exit-codes.js";
import { nearest } from "./nearest.js";

/** What the command line asks for. */
export interface Asked {
  readonly command: CommandDescription;
  readonly invocation: Invocation;
  /** `json` after `--json`. */
  readonly form: "json" | "text";
}

/** Where help and usage go. */
export interface ProgramOutput {
  out(text: string): void;
  err(text: string): void;
}

const groupTitles: Readonly<Record<CommandGroup, string>> = {
  programs: "Programs",
  market: "Market data",
  recordings: "Recordings and data",
  trading: "Trading",
  machines: "Many machines",
  tools: "Tools",
};

/** A column of help that has so many letters is wrapped between words; commander's own bound leaves the list of commands to the terminal. */
const leastWrappedWidth = 20;

/**
 * The command tree of commander for the descriptions, without the code behind them.
 *
 * @param tell is called with what is asked for
 */
export function buildProgram(
  commands: readonly CommandDescription[],
  version: string,
  output: ProgramOutput,
  tell: (asked: Asked) => void,
): Command {
  const quiet = (command: Command): Command =>
    command
      .configureHelp({ minWidthToWrap: leastWrappedWidth })
      .configureOutput({ writeOut: output.out, writeErr: output.err, outputError: () => {} })
      .exitOverride()
      .showSuggestionAfterError();
  const program = quiet(new Command("depthwire"))
    .description("Market data, orders, recordings and a reference exchange, in a terminal and for scripts.")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "show this help")
    .helpCommand("help [command]", "show the help of a command")
    .enablePositionalOptions()
    .addHelpText("after", `\n${firstSteps}\n\n${exitCodeTable()}`);
  const parents = new Map<string, Command>();
  for (const command of commands) {
    const words = command.name.split(" ");
    const parent = words.length === 1 ? program : parentOf(words[0] ?? "", command.group, { program, parents, quiet });
    declare(quiet(parent.command(words.at(-1) ?? "")), command, tell);
  }
  return program;
}

/** Where commands are declared. */
interface Declaring {
  readonly program: Command;
  /** The words that have commands of their own behind them, by name. */
  readonly parents: Map<string, Command>;
  readonly quiet: (command: Command) => Command;
}

function parentOf(name: string, group: CommandGroup, { program, parents, quiet }: Declaring): Command {
  const known = parents.get(name);
  if (known !== undefined) {
    return known;
  }
  const made = quiet(program.command(name))
    .description(parentSummaries[name] ?? "")
    .enablePositionalOptions();
  made.helpGroup(groupTitles[group]);
  parents.set(name, made);
  return made;
}

/** Of the words that have commands of their own behind them. */
const parentSummaries: Readonly<Record<string, string>> = {
  key: "store, list, remove and seal API keys",
  relay: "right books on many machines, over a nats-server: owners, followers, recorders",
};

function declare(made: Command, command: CommandDescription, tell: (asked: Asked) => void): void {
  const { group, summary, details, examples } = command;
  made
    .summary(summary)
    .description(
      `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.${details === undefined ? "" : `\n\n${details}`}`,
    );
  made.helpGroup(groupTitles[group]);
  for (const argument of command.arguments?.() ?? []) {
    made.addArgument(argument);
  }
  for (const option of command.options?.() ?? []) {
    made.addOption(option);
  }
  if (command.passesOn !== undefined) {
    made.allowUnknownOption();
  }
  if (command.passesOn === "every-word") {
    made.passThroughOptions().helpOption(false);
  } else if (command.hasJson !== false) {
    made.option("--json", "one JSON object a line, for programs");
  }
  if (command.helpIsOwn === true) {
    made.helpOption(false).option("-h, --help", "show this help, or that of what is named before it");
  }
  if (examples.length > 0) {
    made.addHelpText("after", `\nExamples:\n${exampleText(examples)}`);
  }
  made.action(() => {
    const options = made.opts<{ readonly json?: true; readonly help?: true }>();
    if (options.help === true && made.args.length === 0) {
      made.outputHelp();
      return;
    }
    const form = options.json === true ? "json" : "text";
    tell({ command, invocation: { arguments: made.processedArgs, options }, form });
  });
}

function exampleText(examples: CommandDescription["examples"]): string {
  return examples.map(({ line, does }) => `  # ${does}\n  $ depthwire ${line}`).join("\n");
}

const firstSteps = `First steps, in two terminals:
  $ depthwire sandbox                # an exchange here, with play money
  $ depthwire book 4BTC_USDT         # its live book
  $ depthwire order buy 4BTC_USDT 1 --at market --dry-run
  $ depthwire doctor                 # what is wrong, if anything is`;

/** Letters before what an exit code means. */
const exitCodeIndent = 7;

/** Of a terminal of the usual 80 columns. */
const exitCodeTextWidth = 80 - exitCodeIndent;

/** Lines of at most so many letters, broken between words. */
function wrapped(text: string, width: number): string[] {
  return text.match(new RegExp(`\\S.{0,${width - 1}}(?=\\s|$)`, "g")) ?? [];
}

function exitCodeTable(): string {
  const rows = Object.entries(exitCodes).map(([name, code]) => {
    const meaning = exitCodeMeanings[name as keyof typeof exitCodes];
    return `  ${String(code).padStart(3)}  ${wrapped(meaning, exitCodeTextWidth).join(`\n${" ".repeat(exitCodeIndent)}`)}`;
  });
  return `Exit codes:\n${rows.join("\n")}`;
}

/**
 * Reads a command line.
 *
 * @returns undefined where help or the version was printed
 * @throws CommanderError where the command line is wrong
 */
export function readCommandLine(
  commands: readonly CommandDescription[],
  argv: readonly string[],
  version: string,
  output: ProgramOutput,
): Asked | undefined {
  refuseUnknownCommand(commands, argv);
  let asked: Asked | undefined;
  const program = buildProgram(commands, version, output, (found) => {
    asked = found;
  });
  try {
    program.parse(argv, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) {
      return undefined;
    }
    throw error;
  }
  return asked;
}

/** Words that may stand before a command's name, or between its two words. */
const helpWords: ReadonlySet<string> = new Set(["-h", "--help", "help", "-V", "--version", "--json"]);

/** Commander shows its whole help, and is content, where help is wanted of a command that there is not. */
function refuseUnknownCommand(commands: readonly CommandDescription[], argv: readonly string[]): void {
  let names = commands.map(({ name }) => name.split(" "));
  for (const word of argv) {
    if (helpWords.has(word)) {
      continue;
    }
    if (names.some(([first]) => first === undefined) || word.startsWith("-")) {
      return;
    }
    const below = names.filter(([first]) => first === word);
    if (below.length === 0) {
      const meant = nearest(
        word,
        names.flatMap(([first]) => first ?? []),
      );
      const hint = meant === undefined ? "" : `\n(Did you mean ${meant}?)`;
      throw new CommanderError(exitCodes.usage, "commander.unknownCommand", `error: unknown command '${word}'${hint}`);
    }
    names = below.map(([, ...rest]) => rest);
  }
}
