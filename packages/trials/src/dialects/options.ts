import { integerOption } from "@depthwire/tools/command-line";
import { Command, CommanderError, Option } from "commander";
import { hands } from "./clients/index.js";
import { type Profile, profiles } from "./tally.js";

/** What `npm run dialects` was asked to do. */
export interface DialectOptions {
  /** How long every client lives. */
  readonly seconds: number;
  /** Venues that the clients live at. */
  readonly profiles: readonly Profile[];
  /** Whether the venue is told to harm messages and requests, which the clients must notice. */
  readonly harm: "on" | "off";
  /** Where requests go; what is pushed comes from the venue either way. */
  readonly requests: "to-the-venue" | "through-accelerators";
  /** Names of the clients that live; all when absent. */
  readonly only?: readonly string[];
  /** What the last line of standard output is. */
  readonly summary: "text" | "json";
}

/** The command line was answered already; the program ends with this code. */
export interface DialectRefusal {
  readonly exitCode: number;
}

/** Where the command's own words go. */
export interface DialectOutput {
  /** Help, on request. */
  out(text: string): void;
  /** What is wrong with the command line. */
  err(text: string): void;
}

/** Exit code of a command line that cannot be understood. */
const usageExitCode = 2;

/** How long published clients are to live, in seconds. */
const defaultSeconds = 180;

interface ParsedFlags {
  readonly seconds: number;
  readonly profile: Profile | "both";
  readonly harm: "on" | "off";
  readonly accelerator?: true;
  readonly only?: readonly string[];
  readonly json?: true;
}

/** Reads the arguments behind `npm run dialects --`. */
export function parseDialectOptions(argv: readonly string[], output: DialectOutput): DialectOptions | DialectRefusal {
  const command = createCommand(output);
  try {
    command.parse(argv, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      throw error;
    }
    return { exitCode: error.exitCode === 0 ? 0 : usageExitCode };
  }
  const { seconds, profile, harm, accelerator, only, json } = command.opts<ParsedFlags>();
  const asked = profile === "both" ? profiles : [profile];
  return {
    seconds,
    profiles: asked,
    harm,
    requests: accelerator === true ? "through-accelerators" : "to-the-venue",
    ...(only && { only }),
    summary: json === true ? "json" : "text",
  };
}

function createCommand(output: DialectOutput): Command {
  return new Command("npm run dialects --")
    .usage("[options]")
    .description(
      "Has clients that were written from the two documents and the field notes alone live at sandboxes of both profiles, and holds what they are told against the documents and the venue's own truth.",
    )
    .allowExcessArguments(false)
    .addOption(integerOption("--seconds <number>", "how long the clients live", 10, 86_400).default(defaultSeconds))
    .addOption(
      new Option("--profile <name>", "whose habits the sandbox has").choices([...profiles, "both"]).default("both"),
    )
    .addOption(
      new Option(
        "--harm <switch>",
        "on: the sandbox loses messages and refuses calls, which shows that this check can fail",
      )
        .choices(["on", "off"])
        .default("off"),
    )
    .option("--accelerator", "requests go through local accelerators, one for each client's key")
    .addOption(new Option("--only <names...>", "clients that live").choices(hands.map(({ name }) => name)))
    .option("--json", "end with the summary as one line of JSON")
    .showHelpAfterError("(--help lists the options)")
    .configureOutput({ writeOut: output.out, writeErr: output.err })
    .exitOverride();
}
