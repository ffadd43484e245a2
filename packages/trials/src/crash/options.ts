import type { Durability } from "@depthwire/sandbox";
import type { OlderState } from "@depthwire/sandbox/internal";
import {
  type CommandOutput,
  type CommandRefusal,
  integerOption,
  readCommandLine,
  type Summary,
  workspaceCommand,
} from "@depthwire/tools/command-line";
import { type Command, Option } from "commander";
import { type AcceleratorKills, storeKinds } from "./accelerator/kill-options.js";
import type { DamageOptions } from "./damage/run-damage.js";
import type { DiskFullOptions } from "./disk-full/run-disk-full.js";

/** How sandboxes are killed. */
export interface CrashOptions {
  /** How many sandboxes are to be killed. */
  readonly kills: number;
  /** Repeats the plan; what is met at a kill depends on the machine all the same. */
  readonly seed: number;
  /** How many sandboxes live side by side. */
  readonly lanes: number;
  readonly durability: Durability;
}

/** What `npm run crash` was asked to do: one kind of run. */
export interface CrashRun {
  readonly kills?: CrashOptions;
  readonly acceleratorKills?: AcceleratorKills;
  readonly damage?: DamageOptions;
  readonly diskFull?: DiskFullOptions;
  /** What the last line of standard output is. */
  readonly summary: Summary;
}

interface ParsedFlags {
  readonly kills?: number;
  readonly damage?: number;
  readonly diskFull?: true;
  readonly accelerator?: true;
  readonly store: AcceleratorKills["store"];
  readonly seed: number;
  readonly lanes: number;
  readonly durability: Durability;
  readonly olderState: OlderState;
}

/** Options that say what is done. */
const kindsOfRun = ["kills", "damage", "diskFull"] as const;

/** Reads the arguments behind `npm run crash --`. */
export function parseCrashOptions(argv: readonly string[], output: CommandOutput): CrashRun | CommandRefusal {
  const command = createCommand();
  return readCommandLine(command, argv, output, (flags: ParsedFlags) => {
    const given = kindsOfRun.filter((kind) => command.getOptionValue(kind) !== undefined);
    if (given.length !== 1) {
      command.error("error: exactly one of --kills, --damage, --disk-full");
    }
    return runOf(flags);
  });
}

function runOf(flags: ParsedFlags): Omit<CrashRun, "summary"> {
  const { kills, damage, accelerator, store, seed, lanes, durability, olderState } = flags;
  if (kills !== undefined) {
    return accelerator === true
      ? { acceleratorKills: { kills, seed, lanes, store } }
      : { kills: { kills, seed, lanes, durability } };
  }
  if (damage !== undefined) {
    return { damage: { damages: damage, seed, olderState } };
  }
  return { diskFull: { whereBarred: process.env["CI"] === undefined ? "skip" : "fail" } };
}

function createCommand(): Command {
  return workspaceCommand(
    "crash",
    "Kills sandboxes while they write or accelerators amid orders, harms their directories, or fills their disk, and looks whether everything that they had acknowledged is there, or the start says that it is not.",
  )
    .usage("--kills <count> | --damage <count> | --disk-full [options]")
    .addOption(integerOption("--kills <count>", "sandboxes to kill", 1, 1_000_000))
    .addOption(integerOption("--damage <count>", "directories to harm", 1, 1_000_000))
    .option("--accelerator", "kill local accelerators amid their clients' orders, in place of sandboxes")
    .option("--disk-full", "fill a small disk of its own; needs the right to mount one")
    .addOption(integerOption("--seed <number>", "repeats a plan", 0, 2 ** 31 - 1).default(1))
    .addOption(integerOption("--lanes <count>", "sandboxes side by side", 1, 32).default(3))
    .addOption(
      new Option("--durability <name>", "relaxed acknowledges before it writes: it shows that this check can fail")
        .choices(["relaxed", "process", "machine"])
        .default("process"),
    )
    .addOption(
      new Option("--store <name>", "what accelerators keep; none and rolled-back show that the check can fail")
        .choices([...storeKinds])
        .default("kept"),
    )
    .addOption(
      new Option("--older-state <name>", "accept goes on from what is left: it shows that the check of damage can fail")
        .choices(["refuse", "accept"])
        .default("refuse"),
    );
}
