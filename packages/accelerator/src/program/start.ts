import type { Logger } from "@depthwire/core";
import type { StartedProgram } from "@depthwire/sandbox/internal";
import type { Terminal } from "./ask-hidden.js";
import { describe, describeAsJson } from "./describe.js";
import type { RunFlags } from "./flags.js";
import { run } from "./run.js";
import { noticingVenue } from "./venue-notice.js";

const errorOutput: Logger = {
  log: (level, event, fields) => {
    if (level === "warn" || level === "error") {
      process.stderr.write(`${level} ${event} ${JSON.stringify(fields)}\n`);
    }
  },
};

/**
 * Starts the program.
 *
 * @throws as {@link run}
 */
export async function start(flags: RunFlags, terminal: Terminal): Promise<StartedProgram> {
  const logger =
    flags.venue === undefined
      ? errorOutput
      : noticingVenue(errorOutput, flags.venue, (words) => void process.stderr.write(`${words}\n`));
  const running = await run(flags, terminal, logger);
  return {
    announce: () => void process.stdout.write(flags.json === true ? describeAsJson(running) : describe(running)),
    end: async () => {
      await running.end();
      return 0;
    },
  };
}
