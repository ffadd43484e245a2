import {
  type CommandOutput,
  type CommandRefusal,
  integerOption,
  readCommandLine,
  type Summary,
  workspaceCommand,
} from "@depthwire/tools/command-line";

/** What `npm run simulate` was asked to do. */
export interface SimulateOptions {
  /** How many worlds, from the first seed on. */
  readonly seeds: number;
  readonly from: number;
  /** This one alone. */
  readonly seed: number | undefined;
  /** A file with the faults that take the place of the seed's own. */
  readonly script: string | undefined;
  /** Whether, instead, every planted fault is looked for, each in so many seeds at most. */
  readonly plants: boolean;
  /** A planted fault by name. */
  readonly plant: string | undefined;
  /** No further seed is begun after so many seconds; 0: all are run. */
  readonly maxSeconds: number;
  /** What the last line of standard output is. */
  readonly summary: Summary;
}

interface Flags {
  readonly seeds: number;
  readonly from: number;
  readonly seed?: number;
  readonly script?: string;
  readonly plants?: true;
  readonly plant?: string;
  readonly maxSeconds: number;
}

const highest = 2_000_000_000;

/** Reads the arguments behind `npm run simulate --`. */
export function parseSimulateOptions(argv: readonly string[], output: CommandOutput): SimulateOptions | CommandRefusal {
  const command = workspaceCommand(
    "simulate",
    "Lets venue, traders, disks, clocks and the network between them live on a virtual timeline, and looks for what must not be.",
  )
    .addOption(integerOption("--seeds <n>", "how many worlds", 1, highest).default(100))
    .addOption(integerOption("--from <n>", "the first seed", 1, highest).default(1))
    .addOption(integerOption("--seed <n>", "one world alone", 1, highest))
    .option("--script <file>", "with --seed: faults as JSON, in place of the seed's own")
    .option("--plants", "look for every planted fault; --seeds bounds each search")
    .option("--plant <name>", "one planted fault in every world")
    .addOption(
      integerOption("--max-seconds <n>", "begin no further seed after that; 0: run all", 0, 1_000_000).default(0),
    );
  return readCommandLine(command, argv, output, (flags: Flags) => {
    if (flags.script !== undefined && flags.seed === undefined) {
      command.error("error: --script: it needs the --seed that it belongs to");
    }
    const { seed, script, plant, plants = false, ...rest } = flags;
    return { ...rest, seed, script, plant, plants };
  });
}
