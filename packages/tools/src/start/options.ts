import { parseDurationMs } from "@depthwire/cli/internal";
import { ValidationError } from "@depthwire/core";
import { usualCredentialFile } from "@depthwire/sandbox/internal";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { integerOption } from "../command-line/integer-option.js";
import { usageText } from "../command-line/usage-text.js";

/** What `npm start` was asked to do. */
export interface StartOptions {
  /** How many pairs the sandbox trades and the engine follows. */
  readonly pairs: number;
  /** Threads that keep the books; 0 keeps them on the main thread. */
  readonly shards: number;
  /** Which wire habits the sandbox has. */
  readonly profile: "documented" | "deployed";
  /** Makes the sandbox's market and key repeat themselves; undefined: the usual market, and a fresh key. */
  readonly seed: number | undefined;
  /** TCP port of the sandbox on loopback; 0 takes a free one; undefined: the usual one when it is free. */
  readonly port: number | undefined;
  /** Where the demo account's key is put. */
  readonly credentialFile: string;
  /** Run time in milliseconds from the moment when all books are live; undefined runs until Ctrl-C. */
  readonly forMs: number | undefined;
  /** What the last line of standard output is. */
  readonly summary: "text" | "json";
}

/** The command line was answered already; the program ends with this code. */
export interface StartRefusal {
  readonly exitCode: number;
}

/** Where the command's own words go. */
export interface StartOutput {
  /** Help, on request. */
  out(text: string): void;
  /** What is wrong with the command line. */
  err(text: string): void;
}

/** Exit code of a command line that cannot be understood, or not be obeyed. */
export const usageExitCode = 2;

interface ParsedFlags {
  readonly pairs: number;
  readonly shards: number;
  readonly profile: "documented" | "deployed";
  readonly seed?: number;
  readonly port?: number;
  readonly for?: number;
  readonly json?: true;
}

/** Reads the arguments behind `npm start --`. */
export function parseStartOptions(argv: readonly string[], output: StartOutput): StartOptions | StartRefusal {
  const command = createCommand(output);
  try {
    command.parse(argv, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      throw error;
    }
    return { exitCode: error.exitCode === 0 ? 0 : usageExitCode };
  }
  const { for: forMs, json, seed, port, ...rest } = command.opts<ParsedFlags>();
  const summary = json === true ? "json" : "text";
  return { ...rest, seed, port, credentialFile: usualCredentialFile, forMs, summary };
}

/** Names what the sandbox could not start with: its port, or the folder that its key is put in; nothing when it was something else. */
export function optionText(error: unknown, { port }: StartOptions): string | undefined {
  if (!(error instanceof ValidationError) || !("option" in error.details)) {
    return undefined;
  }
  const { option, rule } = error.details;
  if (option === "folder") {
    return `The folder of the demo account's key, and what is in it, must be ${rule}.`;
  }
  if (option === "token") {
    return `The accelerator's token that is kept beside that key must be ${rule}: remove it, and a new one is made.`;
  }
  const value = option === "port" && port !== undefined ? ` ${port}` : "";
  return `--${option}${value}: It must be ${rule}; without --port any free one is taken.`;
}

function createCommand(output: StartOutput): Command {
  return new Command("npm start --")
    .usage("[options]")
    .description("A sandbox exchange and an engine that keeps its books, live in the terminal.")
    .allowExcessArguments(false)
    .addOption(integerOption("--pairs <count>", "pairs to trade and follow", 1, 1000).default(20))
    .addOption(integerOption("--shards <count>", "number of threads for books, 0 for none", 0, 64).default(2))
    .addOption(new Option("--profile <name>", "wire habits").choices(["documented", "deployed"]).default("documented"))
    .addOption(integerOption("--seed <number>", "the same seed gives the same market and key", 0, 2 ** 31 - 1))
    .addOption(
      integerOption(
        "--port <number>",
        "port of the sandbox, 0 for any free one; by default 8090 if it is free",
        0,
        65_535,
      ),
    )
    .addOption(
      new Option("--for <time>", "end after this time with all books live: 10s, 500ms, 2m").argParser(duration),
    )
    .option("--json", "end with the summary as one line of JSON")
    .showHelpAfterError("(--help lists the options)")
    .configureOutput({
      writeOut: output.out,
      writeErr: output.err,
      outputError: (words, write) => write(usageText(words)),
    })
    .exitOverride();
}

function duration(text: string): number {
  const durationMs = parseDurationMs(text);
  if (durationMs !== undefined) {
    return durationMs;
  }
  throw new InvalidArgumentError("It must be a number with a unit: 10s, 500ms, 2m.");
}
