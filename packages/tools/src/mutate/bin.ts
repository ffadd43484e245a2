import { fileURLToPath } from "node:url";
import { type MutateOptions, parseMutateOptions } from "./options.js";
import { runMutation } from "./run.js";

/** Exit code of a run that found too few mutants. */
const failureExitCode = 1;

async function main(options: MutateOptions): Promise<void> {
  // From packages/tools/dist/mutate.
  const root = fileURLToPath(new URL("../../../../", import.meta.url));
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(name, () => controller.abort(new Error(`ended by ${name}; nothing is known`)));
  const outcome = await runMutation(options, root, controller.signal);
  process.stdout.write(`${outcome.text}\n`);
  for (const failure of outcome.failures) process.stderr.write(`mutate: ${failure}\n`);
  if (options.summary === "json") process.stdout.write(`${JSON.stringify(outcome.summary)}\n`);
  if (outcome.failures.length > 0) process.exitCode = failureExitCode;
}

const parsed = parseMutateOptions(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
if ("exitCode" in parsed) {
  process.exitCode = parsed.exitCode;
} else {
  main(parsed).catch((error: unknown) => {
    process.stderr.write(`mutate: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = failureExitCode;
  });
}
