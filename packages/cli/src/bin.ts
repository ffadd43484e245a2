import { outliveTerminal } from "@depthwire/sandbox/internal";
import { exitCodes } from "./program/exit-codes.js";
import { runProgram } from "./program/run-program.js";
import { surroundingsOf } from "./program/surroundings.js";

/** What it writes is for its owner alone: keys, recordings, state. */
const ownerOnly = 0o077;

/** npm passes on the Ctrl-C that the terminal has sent already: within this time two signals are one. */
const sameSignalMs = 500;

/** Aborted by the first signal, or by a reader that went away (`| head`); a second signal does not wait. */
function endOfProcess(): AbortSignal {
  const stop = new AbortController();
  const leaveTerminal = outliveTerminal();
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
      if (error.code !== "EPIPE" && error.code !== "EIO") {
        throw error;
      }
      if (error.code === "EIO") {
        // The terminal is gone, though nobody sent a signal: the process was no part of its session.
        process.once("exit", leaveTerminal);
      }
      stop.abort();
    });
  }
  return stop.signal;
}

process.umask(ownerOnly);
const exitCode = await runProgram(process.argv.slice(2), surroundingsOf(endOfProcess()));
// Whoever reads the last line may wait for the end: nothing that was left open holds it up.
process.exitCode = exitCode;
process.stdout.write("", () => process.exit(exitCode));
