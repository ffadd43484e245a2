import { fileURLToPath } from "node:url";
import { type FlakyOptions, parseFlakyOptions } from "./options.js";
import { runFlaky } from "./run.js";
import { describeFlaky } from "./tally.js";

/** Exit code of a run in which something failed. */
const failureExitCode = 1;

async function main(options: FlakyOptions): Promise<void> {
  // From packages/tools/dist/flaky.
  const root = fileURLToPath(new URL("../../../../", import.meta.url));
  const summary = await runFlaky(options, root, (text) => process.stderr.write(`${text}\n`));
  process.stdout.write(`${describeFlaky(summary)}\n`);
  if (options.summary === "json") process.stdout.write(`${JSON.stringify(summary)}\n`);
  if (summary.failed > 0) process.exitCode = failureExitCode;
}

const parsed = parseFlakyOptions(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
if ("exitCode" in parsed) {
  process.exitCode = parsed.exitCode;
} else {
  main(parsed).catch((error: unknown) => {
    process.stderr.write(`flaky: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = failureExitCode;
  });
}
