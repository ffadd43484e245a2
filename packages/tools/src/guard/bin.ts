import { runCommand } from "../command-line/run-command.js";
import { parseGuardOptions } from "./options.js";
import { runGuard } from "./run.js";
import { openSandbox } from "./sandbox-subject.js";

runCommand("guard", parseGuardOptions, () => runGuard(openSandbox));
