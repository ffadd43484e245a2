import { runCommand } from "@depthwire/tools/command-line";
import { parseGuardOptions } from "./options.js";
import { runGuard } from "./run.js";
import { openSandbox } from "./sandbox-subject.js";

runCommand("guard", parseGuardOptions, () => runGuard(openSandbox));
