import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";
import { isatty } from "node:tty";

const standardDescriptors = [0, 1, 2] as const;

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
