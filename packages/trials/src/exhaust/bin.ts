import { runCommand } from "@depthwire/tools/command-line";
import { parseExhaustOptions } from "./options.js";
import { runExhaust } from "./run.js";

runCommand("exhaust", parseExhaustOptions, runExhaust);
