import { CommanderError } from "commander";
import { commands } from "../commands/index.js";
import type { Surroundings } from "./context.js";
import type { Ending } from "./ending.js";
import { exitCodes } from "./exit-codes.js";
import { createOutput } from "./output.js";
import { type Asked, readCommandLine } from "./program.js";

/** What the scripts of the shells call; nobody types it. */
const completing = "complete";

/**
 * Carries out one command line.
 *
 * @returns the exit code
 */
export async function runProgram(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  const { out, err, version } = surroundings;
  if (argv[0] === completing) {
    const { complete } = await import("./complete/complete.js");
    await complete(commands, argv.slice(1), surroundings);
    return exitCodes.done;
  }
  let asked: Asked | undefined;
  try {
    asked = readCommandLine(commands, argv, version, {
      out: (text) => void out.write(text),
      err: (text) => void err.write(text),
    });
  } catch (error) {
    return refuseCommandLine(error, argv, surroundings);
  }
  return asked === undefined ? exitCodes.done : carryOutAsked(asked, surroundings);
}

async function carryOutAsked({ command, invocation, form }: Asked, surroundings: Surroundings): Promise<number> {
  const output = createOutput(command.name, form, surroundings, surroundings.styles.isColoured ? "coloured" : "plain");
  try {
    const { run } = await command.load();
    return (await run(invocation, { ...surroundings, output, carryOut: runProgram })) ?? exitCodes.done;
  } catch (error) {
    const ending = await endingFor(error, surroundings.signal);
    output.end(ending);
    return ending.exitCode;
  }
}

/** What is not needed for a command that works is loaded here. */
async function endingFor(error: unknown, signal: AbortSignal): Promise<Ending> {
  const { endingOf } = await import("./ending.js");
  if (signal.aborted && isAbort(error)) {
    return { text: "", exitCode: exitCodes.interrupted, error: { code: "interrupted", message: "Ctrl-C ended it" } };
  }
  return endingOf(error);
}

/** Whether it ended since it was told to, before anything was sent that could have arrived. */
function isAbort(error: unknown): boolean {
  const { name, code, ambiguous } = {
    ...(error as { readonly code?: unknown; readonly ambiguous?: unknown }),
    name: nameOf(error),
  };
  return name === "AbortError" || (code === "aborted" && ambiguous === false);
}

function nameOf(error: unknown): string | undefined {
  return error instanceof Error ? error.name : undefined;
}

/** The command that was meant, as far as it can be told: `relay serve` where there is one, else the first word. */
function commandIn(argv: readonly string[]): string | undefined {
  const [first, second] = argv.filter((word) => !word.startsWith("-"));
  return commands.some(({ name }) => name === `${first} ${second}`) ? `${first} ${second}` : first;
}

function refuseCommandLine(error: unknown, argv: readonly string[], surroundings: Surroundings): number {
  if (!(error instanceof CommanderError)) {
    throw error;
  }
  // Commander shows the whole help where a command is missing; it has said so already.
  if (error.code === "commander.help" || error.code === "commander.helpDisplayed") {
    surroundings.err.write("Name a command; the list is above.\n");
    return exitCodes.usage;
  }
  const message = error.message.replace(/^error: /, "").replaceAll("\n", " ");
  const name = commandIn(argv) ?? "depthwire";
  const remedy =
    error.code === "commander.unknownCommand"
      ? "depthwire --help lists the commands."
      : `depthwire ${name === "depthwire" ? "" : `${name} `}--help shows what it takes, with examples.`;
  const form = argv.includes("--json") ? "json" : "text";
  createOutput(name, form, surroundings).end({
    text: `${message.charAt(0).toUpperCase()}${message.slice(1)}. ${remedy}`.replaceAll(".. ", ". "),
    exitCode: exitCodes.usage,
    error: { code: "usage", message, remedy },
  });
  return exitCodes.usage;
}
