import { fileURLToPath } from "node:url";
import { runCommand, tellProgress } from "../command-line/run-command.js";
import { parseProfileOptions } from "./options.js";
import { runProfile } from "./run.js";

// From packages/tools/dist/profile.
const root = fileURLToPath(new URL("../../../../", import.meta.url));
runCommand("profile", parseProfileOptions, (options) => runProfile(options, root, tellProgress));
