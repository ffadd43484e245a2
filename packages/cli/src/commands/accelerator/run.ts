import { runAcceleratorProgram } from "@depthwire/accelerator/program";
import type { RunCommand } from "../../program/command.js";
import type { ExitCode } from "../../program/exit-codes.js";

/** Starts the accelerator with the words behind the command's name. */
export const run: RunCommand<object> = async ({ arguments: [words] }, { signal }) =>
  (await runAcceleratorProgram((words ?? []) as readonly string[], "depthwire accelerator", signal)) as ExitCode;
