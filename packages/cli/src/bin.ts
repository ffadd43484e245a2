import { isatty } from "node:tty";
import { exitCodes } from "./program/exit-codes.js";
import { runProgram } from "./program/run-program.js";
import { surroundingsOf } from "./program/surroundings.js";

/** What it writes is for its owner alone: keys, recordings, state. */
const ownerOnly = 0o077;

/** npm passes on the Ctrl-C that the terminal has sent already: within this time two signals are one. */
const sameSignalMs = 500;

/** What ends the process from outside. */
interface EndOfProcess {
  /** Aborted by the first signal, by a reader that went away (`| head`), and by output that cannot be written; a second signal does not wait. */
  readonly signal: AbortSignal;
  /** Whether output was lost that somebody waits for: its disk is full, for one. A reader that went away waits for nothing. */
  readonly hasLostOutput: () => boolean;
}

/** What `outliveTerminal` gives. A process that no terminal belongs to does not load it: that takes longer than many a command. */
async function terminalLeaver(): Promise<() => void> {
  if (![0, 1, 2].some((descriptor) => isatty(descriptor))) {
    return () => {};
  }
  const { outliveTerminal } = await import("@depthwire/sandbox/internal");
  return outliveTerminal();
}

function endOfProcess(leaveTerminal: () => void): EndOfProcess {
  const stop = new AbortController();
  let hasLostOutput = false;
  let firstAtMs = Number.POSITIVE_INFINITY;
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => {
      const nowMs = performance.now();
      if (nowMs - firstAtMs > sameSignalMs) {
        process.exit(exitCodes.interrupted);
      }
      firstAtMs = Math.min(firstAtMs, nowMs);
      if (name === "SIGHUP") {
        process.once("exit", leaveTerminal);
      }
      stop.abort();
    });
  }
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EIO") {
        // The terminal is gone, though nobody sent a signal: the process was no part of its session.
        process.once("exit", leaveTerminal);
      } else if (error.code !== "EPIPE" && error.code !== "ERR_STREAM_DESTROYED" && !hasLostOutput) {
        hasLostOutput = true;
        if (stream === process.stdout) {
          process.stderr.write(`error: output could not be written: ${error.message}\n`);
        }
      }
      stop.abort();
    });
  }
  return { signal: stop.signal, hasLostOutput: () => hasLostOutput };
}

process.umask(ownerOnly);
const { signal, hasLostOutput } = endOfProcess(await terminalLeaver());
const exitCode = await runProgram(process.argv.slice(2), surroundingsOf(signal));
// Whoever reads the last line may wait for the end: nothing that was left open holds it up. What writing says comes a turn after it.
process.exitCode = exitCode;
process.stdout.write("", () =>
  setImmediate(() => process.exit(exitCode === exitCodes.done && hasLostOutput() ? exitCodes.failed : exitCode)),
);
