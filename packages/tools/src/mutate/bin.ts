import { fileURLToPath } from "node:url";
import { runCommand } from "../command-line/run-command.js";
import { parseMutateOptions } from "./options.js";
import { runMutation } from "./run.js";

runCommand("mutate", parseMutateOptions, (options) => {
  // From packages/tools/dist/mutate.
  const root = fileURLToPath(new URL("../../../../", import.meta.url));
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(name, () => controller.abort(new Error(`ended by ${name}; nothing is known`)));
  }
  return runMutation(options, root, controller.signal);
});
