import { type DialectOptions, parseDialectOptions } from "./options.js";
import { runDialects } from "./run.js";

/** Exit code of a run that found something wrong, or proved too little. */
const failureExitCode = 1;

async function main(options: DialectOptions): Promise<void> {
  const outcome = await runDialects(options, (text) => process.stderr.write(`${text}\n`));
  process.stdout.write(`${outcome.text}\n`);
  for (const failure of outcome.failures) process.stderr.write(`dialects: ${failure}\n`);
  if (options.summary === "json") process.stdout.write(`${JSON.stringify(outcome.summary)}\n`);
  if (outcome.failures.length > 0) process.exitCode = failureExitCode;
}

const parsed = parseDialectOptions(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
if ("exitCode" in parsed) {
  process.exitCode = parsed.exitCode;
} else {
  main(parsed).catch((error: unknown) => {
    process.stderr.write(`dialects: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = failureExitCode;
  });
}
