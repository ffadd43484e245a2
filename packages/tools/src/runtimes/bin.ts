import { fileURLToPath } from "node:url";
import { runCommand, tellProgress } from "../command-line/run-command.js";
import { parseRuntimesOptions } from "./options.js";
import { runRuntimes } from "./run.js";
import { trials } from "./trials/index.js";

// From packages/tools/dist/runtimes.
const root = fileURLToPath(new URL("../../../../", import.meta.url));
const names = trials.map(({ name }) => name);

runCommand(
  "runtimes",
  (argv, output) => parseRuntimesOptions(argv, names, output),
  (options) => runRuntimes(options, root, tellProgress),
);
