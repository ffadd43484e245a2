import type { CommandOutcome } from "./outcome.js";
import type { CommandOutput, CommandRefusal, Summary } from "./workspace-command.js";

/** Exit code of a run that found something wrong, proved too little, or did not come about. */
const failureExitCode = 1;

/** One line for a person who watches a run; the result does not contain it. */
export function tellProgress(text: string): void {
  process.stderr.write(`${text}\n`);
}

/**
 * A command of the workspace as a program: reads its arguments, runs, writes what came of it for people and with `--json` as the last
 * line of standard output, and ends with 0 or 1.
 *
 * @param name stands before each failure
 */
export function runCommand<Options extends { readonly summary: Summary }>(
  name: string,
  parse: (argv: readonly string[], output: CommandOutput) => Options | CommandRefusal,
  run: (options: Options) => Promise<CommandOutcome<object>>,
): void {
  const parsed = parse(process.argv.slice(2), {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
  });
  if ("exitCode" in parsed) {
    process.exitCode = parsed.exitCode;
    return;
  }
  const tell = async (): Promise<void> => {
    const { summary, text, failures } = await run(parsed);
    process.stdout.write(`${text}\n`);
    for (const failure of failures) {
      process.stderr.write(`${name}: ${failure}\n`);
    }
    if (parsed.summary === "json") {
      process.stdout.write(`${JSON.stringify(summary)}\n`);
    }
    if (failures.length > 0) {
      process.exitCode = failureExitCode;
    }
  };
  tell().catch((error: unknown) => {
    process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = failureExitCode;
  });
}
