import { type GuardCommandOptions, parseGuardOptions } from "./options.js";
import { runGuard } from "./run.js";
import { openSandbox } from "./sandbox-subject.js";

/** Exit code of a run that found something wrong. */
const failureExitCode = 1;

async function main(options: GuardCommandOptions): Promise<void> {
  const outcome = await runGuard(openSandbox);
  process.stdout.write(`${outcome.text}\n`);
  for (const failure of outcome.failures) process.stderr.write(`guard: ${failure}\n`);
  if (options.summary === "json") process.stdout.write(`${JSON.stringify(outcome.summary)}\n`);
  if (outcome.failures.length > 0) process.exitCode = failureExitCode;
}

const parsed = parseGuardOptions(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
if ("exitCode" in parsed) {
  process.exitCode = parsed.exitCode;
} else {
  main(parsed).catch((error: unknown) => {
    process.stderr.write(`guard: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = failureExitCode;
  });
}
