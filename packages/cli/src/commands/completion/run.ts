import type { RunCommand } from "../../program/command.js";
import { scripts } from "./scripts.js";

/** Prints a shell's script. */
export const run: RunCommand<object> = async ({ arguments: [shell] }, { output }) => {
  output.write(scripts[shell as keyof typeof scripts]);
  return undefined;
};
