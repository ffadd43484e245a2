import { runCommand, tellProgress } from "@depthwire/tools/command-line";
import { parseSimulateOptions } from "./options.js";
import { simulate } from "./run.js";

runCommand("simulate", parseSimulateOptions, (options) => simulate(options, tellProgress));
