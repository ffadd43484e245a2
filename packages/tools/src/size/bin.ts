import { fileURLToPath } from "node:url";
import { runCommand } from "../command-line/run-command.js";
import { parseSizeOptions } from "./options.js";
import { runSize } from "./run.js";

// From packages/tools/dist/size.
const root = fileURLToPath(new URL("../../../../", import.meta.url));
runCommand("size", parseSizeOptions, (options) => runSize(options, root));
