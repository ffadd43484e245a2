import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";
import { isatty } from "node:tty";

const standardDescriptors = [0, 1, 2] as const;

/** Ctrl-C, the end of a service, a closed terminal. */
const endingSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** How long a start may still take after the process was told to end, in milliseconds: somebody may be asked for a passphrase meanwhile. */
const startGraceMs = 5_000;

/** Exit code of a program that was told to end before it was open. */
const interruptedExitCode = 130;

/** A program whose start is over. */
export interface StartedProgram {
  /** Says that it is open. Not called where the process was told to end meanwhile. */
  announce(): void;
  /** Ends it. @returns the exit code */
  end(): Promise<number>;
}

/**
 * Starts a program, and ends the process when it is told to: by Ctrl-C, by the end of a service, or by its terminal, which was closed. It is told once,
 * however often a signal comes. Told during the start, it closes what the start opened and ends with 130, without a word that it is open.
 *
 * @param wasTold whether whoever contains the program was told to end already: then nothing is started
 * @returns 130 where nothing was started; otherwise the process ends before
 * @throws what `start` and `end` throw
 */
export async function runUntilTold(start: () => Promise<StartedProgram>, wasTold = false): Promise<number> {
  if (wasTold) {
    return interruptedExitCode;
  }
  const leaveTerminal = outliveTerminal();
  let isTerminalGone = false;
  const exit = (code: number): never => {
    if (isTerminalGone) {
      leaveTerminal();
    }
    process.exit(code);
  };
  const stop = new AbortController();
  const told = once(stop.signal, "abort");
  for (const signal of endingSignals) {
    process.on(signal, () => {
      isTerminalGone ||= signal === "SIGHUP";
      stop.abort();
    });
  }
  let isStarted = false;
  void told.then(() => setTimeout(() => isStarted || exit(interruptedExitCode), startGraceMs).unref());
  const program = await start();
  isStarted = true;
  if (stop.signal.aborted) {
    await program.end();
    return exit(interruptedExitCode);
  }
  program.announce();
  await told;
  return exit(await program.end());
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
