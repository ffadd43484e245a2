import { runCommand, tellProgress } from "@depthwire/tools/command-line";
import { parseFuzzOptions } from "./options.js";
import { runFuzz } from "./run.js";

runCommand("fuzz", parseFuzzOptions, (options) => runFuzz(options, tellProgress));
