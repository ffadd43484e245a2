import type { Logger } from "@depthwire/core";
import type { Terminal } from "./ask-hidden.js";
import { outliveTerminal } from "./closed-terminal.js";
import { describe, describeAsJson } from "./describe.js";
import type { RunFlags } from "./flags.js";
import { run } from "./run.js";

const errorOutput: Logger = {
  log: (level, event, fields) => {
    if (level === "warn" || level === "error") {
      process.stderr.write(`${level} ${event} ${JSON.stringify(fields)}\n`);
    }
  },
};

/** Ctrl-C, the end of a service, a closed terminal. */
const endingSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Starts the program, says where it is, and ends it when it is told to.
 *
 * @param refuse says why it did not end as it should
 * @throws as {@link run}
 */
export async function start(flags: RunFlags, terminal: Terminal, refuse: (error: unknown) => void): Promise<void> {
  const leaveTerminal = outliveTerminal();
  const running = await run(flags, terminal, errorOutput);
  let isEnding = false;
  let isTerminalGone = false;
  const exit = (): void => {
    if (isTerminalGone) {
      leaveTerminal();
    }
    process.exit(0);
  };
  const end = (signal: NodeJS.Signals): void => {
    isTerminalGone ||= signal === "SIGHUP";
    if (!isEnding) {
      isEnding = true;
      running.end().then(exit, (error: unknown) => refuse(error));
    }
  };
  for (const signal of endingSignals) {
    process.on(signal, end);
  }
  process.stdout.write(flags.json === true ? describeAsJson(running) : describe(running));
}
