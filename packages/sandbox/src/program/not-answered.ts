import { CommanderError } from "commander";
import type { Printed } from "./list-scenarios.js";

/** What a command prints that asks a sandbox which runs, where it could not: its help, a wrong command line, or nobody who answers. */
export function notAnswered(error: unknown): Printed {
  if (error instanceof CommanderError) {
    return { text: error.exitCode === 0 ? "" : `${error.message}\n`, exitCode: error.exitCode === 0 ? 0 : 2 };
  }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return { text: `No sandbox answered: ${reason}; --venue says where it listens\n`, exitCode: 1 };
}
