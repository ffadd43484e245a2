import { fileURLToPath } from "node:url";
import { runCommand, tellProgress } from "../command-line/run-command.js";
import { parseBlocksOptions } from "./options.js";
import { runBlocks } from "./run.js";

// From packages/tools/dist/blocks.
const root = fileURLToPath(new URL("../../../../", import.meta.url));
runCommand("blocks", parseBlocksOptions, (options) => runBlocks(options, root, tellProgress));
