import { outliveTerminal } from "@depthwire/sandbox/internal";
import { openDisplay } from "./display.js";
import { optionText, parseStartOptions, type StartOptions, usageExitCode } from "./options.js";
import { runStart } from "./run.js";

/** Exit code of a run that showed something wrong, or did not come about. */
const failureExitCode = 1;

/** Exit code of a run that a second Ctrl-C cut short. */
const cutShortExitCode = 130;

async function main(options: StartOptions): Promise<void> {
  const display = openDisplay(process.stdout, { term: process.env["TERM"], noColor: process.env["NO_COLOR"] });
  process.on("exit", display.close);
  // A stack trace belongs on the terminal, not on the screen that is about to vanish.
  process.on("uncaughtExceptionMonitor", display.close);
  const { summary, text, failures } = await runStart(options, display, endOfProcess());
  display.close();
  process.stdout.write(`${options.summary === "json" ? JSON.stringify(summary) : text}\n`);
  for (const failure of failures) {
    process.stderr.write(`${failure}\n`);
  }
  if (failures.length > 0) {
    process.exitCode = failureExitCode;
  }
}

/** npm passes on the Ctrl-C that the terminal has sent already: within this time two signals are one. */
const sameSignalMs = 500;

/** Aborted by the first signal, or by a reader that went away; a second signal does not wait. */
function endOfProcess(): AbortSignal {
  const stop = new AbortController();
  const leaveTerminal = outliveTerminal();
  let firstAtMs = Number.POSITIVE_INFINITY;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      const nowMs = performance.now();
      if (nowMs - firstAtMs > sameSignalMs) {
        process.exit(cutShortExitCode);
      }
      firstAtMs = Math.min(firstAtMs, nowMs);
      if (signal === "SIGHUP") {
        process.once("exit", leaveTerminal);
      }
      stop.abort();
    });
  }
  process.stdout.on("error", () => stop.abort());
  return stop.signal;
}

/** A message and what lies behind it: `fetch failed` alone tells nobody anything. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  return error.cause === undefined ? error.message : `${error.message}: ${sentenceOf(error.cause)}`;
}

const parsed = parseStartOptions(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
if ("exitCode" in parsed) {
  process.exitCode = parsed.exitCode;
} else {
  main(parsed).catch((error: unknown) => {
    const wrongOption = optionText(error, parsed);
    process.stderr.write(`${wrongOption ?? sentenceOf(error)}\n`);
    process.exitCode = wrongOption === undefined ? failureExitCode : usageExitCode;
  });
}
