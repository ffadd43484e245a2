import { fileURLToPath } from "node:url";
import { runCommand, tellProgress } from "../command-line/run-command.js";
import { parseReleaseOptions } from "./options.js";
import { runRelease } from "./run.js";

// From packages/tools/dist/release.
const root = fileURLToPath(new URL("../../../../", import.meta.url));

runCommand("release", parseReleaseOptions, (options) => runRelease(options, root, tellProgress));
