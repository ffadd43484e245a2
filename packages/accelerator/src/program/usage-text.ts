import type { CommanderError } from "commander";

/** Why the program ends, and how. */
export interface Ending {
  readonly text: string;
  readonly exitCode: number;
}

/** Exit code where the command line is wrong. */
export const usageExitCode = 2;

/** What to do about it. */
export const help = "--help lists the options";

/** Says what is wrong with the command line; undefined where nothing is: help or version were printed. */
export function usageEnding({ message, exitCode }: CommanderError): Ending | undefined {
  return exitCode === 0 ? undefined : { text: `${message.replace(/^error: /, "")}; ${help}`, exitCode: usageExitCode };
}
