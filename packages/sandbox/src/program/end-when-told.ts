import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";
import { isatty } from "node:tty";

const standardDescriptors = [0, 1, 2] as const;

/** Ctrl-C, the end of a service, a closed terminal. */
const endingSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Ends the process when it is told to: by Ctrl-C, by the end of a service, or by its terminal, which was closed. It is told once, however often a signal comes.
 *
 * @param end ends the program. @returns the exit code
 * @param refuse says why it did not end as it should
 */
export function endWhenTold(end: () => Promise<number>, refuse: (error: unknown) => void): void {
  const leaveTerminal = outliveTerminal();
  let isEnding = false;
  let isTerminalGone = false;
  const exit = (code: number): void => {
    if (isTerminalGone) {
      leaveTerminal();
    }
    process.exit(code);
  };
  for (const signal of endingSignals) {
    process.on(signal, () => {
      isTerminalGone ||= signal === "SIGHUP";
      if (!isEnding) {
        isEnding = true;
        end().then(exit, refuse);
      }
    });
  }
}

/**
 * What lets a process end in order whose terminal was closed. At its end Node sets each terminal back that it began with, and aborts where one is gone;
 * it passes over descriptors that lead elsewhere.
 *
 * @returns leads the descriptors elsewhere that are terminals now; call it once they are gone
 */
export function outliveTerminal(): () => void {
  const terminals = standardDescriptors.filter((descriptor) => isatty(descriptor));
  return () => {
    for (const descriptor of terminals) {
      closeSync(descriptor);
      // The lowest number that is free is the one that was just closed.
      openSync(devNull, "r+");
    }
  };
}
