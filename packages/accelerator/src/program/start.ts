import type { Logger } from "@depthwire/core";
import { endWhenTold } from "@depthwire/sandbox/internal";
import type { Terminal } from "./ask-hidden.js";
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

/**
 * Starts the program, says where it is, and ends it when it is told to.
 *
 * @param refuse says why it did not end as it should
 * @throws as {@link run}
 */
export async function start(flags: RunFlags, terminal: Terminal, refuse: (error: unknown) => void): Promise<void> {
  const running = await run(flags, terminal, errorOutput);
  const end = async (): Promise<number> => {
    await running.end();
    return 0;
  };
  endWhenTold(end, refuse);
  process.stdout.write(flags.json === true ? describeAsJson(running) : describe(running));
}
