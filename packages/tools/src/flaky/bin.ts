import { fileURLToPath } from "node:url";
import { runCommand, tellProgress } from "../command-line/run-command.js";
import { parseFlakyOptions } from "./options.js";
import { runFlaky } from "./run.js";
import { describeFlaky } from "./tally.js";

runCommand("flaky", parseFlakyOptions, async (options) => {
  // From packages/tools/dist/flaky.
  const root = fileURLToPath(new URL("../../../../", import.meta.url));
  const summary = await runFlaky(options, root, tellProgress);
  const failures = summary.failed > 0 ? [`${summary.failed} runs failed`] : [];
  return { summary, text: describeFlaky(summary), failures };
});
