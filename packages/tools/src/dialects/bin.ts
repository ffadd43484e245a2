import { runCommand, tellProgress } from "../command-line/run-command.js";
import { parseDialectOptions } from "./options.js";
import { runDialects } from "./run.js";

runCommand("dialects", parseDialectOptions, (options) => runDialects(options, tellProgress));
