import { fileURLToPath } from "node:url";
import { runCommand } from "@depthwire/tools/command-line";
import { parseModelOptions } from "./options.js";
import { describeModel } from "./report.js";
import { runModel } from "./run-model.js";

runCommand("model", parseModelOptions, async (options) => {
  // From packages/trials/dist/model.
  const root = fileURLToPath(new URL("../../../../", import.meta.url));
  const summary = await runModel(options, root);
  return { summary, text: describeModel(summary), failures: summary.verdict === "failed" ? ["the model failed"] : [] };
});
