import { fileURLToPath } from "node:url";
import { type ModelOptions, parseModelOptions } from "./options.js";
import { describeModel } from "./report.js";
import { runModel } from "./run-model.js";

const failureExitCode = 1;

async function main(options: ModelOptions): Promise<void> {
  // From packages/tools/dist/model.
  const root = fileURLToPath(new URL("../../../../", import.meta.url));
  const summary = await runModel(options, root);
  process.stdout.write(`${describeModel(summary)}\n`);
  if (options.summary === "json") process.stdout.write(`${JSON.stringify(summary)}\n`);
  if (summary.verdict === "failed") process.exitCode = failureExitCode;
}

const parsed = parseModelOptions(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
if ("exitCode" in parsed) {
  process.exitCode = parsed.exitCode;
} else {
  main(parsed).catch((error: unknown) => {
    process.stderr.write(`model: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = failureExitCode;
  });
}
