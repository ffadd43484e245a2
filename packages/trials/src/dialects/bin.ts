import { runCommand, tellProgress } from "@depthwire/tools/command-line";
import { parseDialectOptions } from "./options.js";
import { runDialects } from "./run.js";

runCommand("dialects", parseDialectOptions, (options) => runDialects(options, tellProgress));
