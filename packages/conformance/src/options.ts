import { parseArgs } from "node:util";
import { type Task, tasks } from "./case.js";
import { jobs } from "./jobs.js";
import { limits } from "./limits.js";

/** What the command was asked to do. */
export interface Options {
  readonly client: string;
  readonly tasks: readonly Task[];
  /** Names of faults; empty: all. */
  readonly faults: readonly string[];
  readonly together: number;
  readonly seed: number;
  readonly oldAfterMs: number;
  readonly json: boolean;
}

/** What stands in `--help`. */
export const usage: string = `depthwire-conformance --client "command" [options]

Plays a venue whose network and messages fail, at a client in any language, and scores what it shows.

  --client COMMAND    starts the client; it reads CONFORMANCE_TASK, _PAIR, _PUSH, _REST, _KEY_FILE and _TOLERANCE_MS
  --task TASK         ${tasks.join(", ")}; may be repeated; all by default
  --fault NAME        a fault of --list; may be repeated; all by default
  --together N        cases at a time (4)
  --old-after MS      a live book that the venue left so long ago is old (${limits.oldAfterMs})
  --seed N            of the markets (1)
  --list              lists every fault
  --json              the last line is the score card as JSON
  --help, --version

Exit code 0: no finding. 1: findings. 2: an option that cannot be taken.`;

/** An option that cannot be taken. */
export class OptionError extends Error {
  override readonly name = "OptionError";
  readonly code = "option-invalid";
}

function integer(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new OptionError(`--${name} must be an integer from ${least} to ${most}`);
  }
  return value;
}

function known<Name extends string>(option: string, names: readonly string[], all: readonly Name[]): readonly Name[] {
  return names.map((name) => {
    const found = all.find((one) => one === name);
    if (found === undefined) {
      throw new OptionError(`--${option} ${JSON.stringify(name)} is none of ${all.join(", ")}`);
    }
    return found;
  });
}

/** Something other than a run that was asked for. */
export type Question = "help" | "version" | "list";

/**
 * Reads the command line.
 *
 * @throws OptionError `option-invalid`
 */
export function readOptions(argv: readonly string[]): Options | Question {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(argv);
  } catch (error) {
    throw new OptionError(error instanceof Error ? error.message : String(error));
  }
  const { values } = parsed;
  for (const question of ["help", "version", "list"] as const) {
    if (values[question]) {
      return question;
    }
  }
  if (values.client === undefined || values.client.trim() === "") {
    throw new OptionError("--client is missing: the command that starts the client");
  }
  return {
    client: values.client,
    tasks: known("task", values.task, tasks),
    faults: known(
      "fault",
      values.fault,
      jobs.map(({ fault }) => fault),
    ),
    together: integer("together", values.together, 1, 64),
    seed: integer("seed", values.seed, 0, 2 ** 31),
    oldAfterMs: integer("old-after", values["old-after"], 4_500, 600_000),
    json: values.json,
  };
}

function parse(argv: readonly string[]) {
  return parseArgs({
    args: [...argv],
    options: {
      client: { type: "string" },
      task: { type: "string", multiple: true, default: [] },
      fault: { type: "string", multiple: true, default: [] },
      together: { type: "string", default: "4" },
      seed: { type: "string", default: "1" },
      "old-after": { type: "string", default: String(limits.oldAfterMs) },
      list: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
      version: { type: "boolean", default: false },
    },
  });
}
