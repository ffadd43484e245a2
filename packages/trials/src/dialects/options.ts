import {
  type CommandOutput,
  type CommandRefusal,
  integerOption,
  readCommandLine,
  type Summary,
  workspaceCommand,
} from "@depthwire/tools/command-line";
import { type Command, Option } from "commander";
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
  readonly summary: Summary;
}

/** How long published clients are to live, in seconds. */
const defaultSeconds = 180;

interface ParsedFlags {
  readonly seconds: number;
  readonly profile: Profile | "both";
  readonly harm: "on" | "off";
  readonly accelerator?: true;
  readonly only?: readonly string[];
}

/** Reads the arguments behind `npm run dialects --`. */
export function parseDialectOptions(argv: readonly string[], output: CommandOutput): DialectOptions | CommandRefusal {
  return readCommandLine(
    createCommand(),
    argv,
    output,
    ({ seconds, profile, harm, accelerator, only }: ParsedFlags) => ({
      seconds,
      profiles: profile === "both" ? profiles : [profile],
      harm,
      requests: accelerator === true ? "through-accelerators" : "to-the-venue",
      ...(only && { only }),
    }),
  );
}

function createCommand(): Command {
  return workspaceCommand(
    "dialects",
    "Has clients that were written from the two documents and the field notes alone live at sandboxes of both profiles, and holds what they are told against the documents and the venue's own truth.",
  )
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
    .addOption(new Option("--only <names...>", "clients that live").choices(hands.map(({ name }) => name)));
}
