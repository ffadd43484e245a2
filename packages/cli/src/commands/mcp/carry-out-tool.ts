import { PassThrough } from "node:stream";
import { captureStreams } from "../../program/captured-streams.js";
import type { Context, Surroundings } from "../../program/context.js";
import { stylesFor } from "../../program/styles.js";
import { timeLimit } from "../../program/time-limit.js";
import { venueVariable } from "../../venue/venue-options.js";
import type { CommandEnd } from "./answer.js";
import type { ServerTerms } from "./terms.js";
import type { Given, Tool } from "./tools/tool.js";

/** What a command asks while it runs goes here. @returns whether the person said yes */
export type Ask = (question: string) => Promise<boolean>;

/** A command that says more is ended: its answer would fill this process, and no reader wants it. */
const maxOutputBytes = 4 * 1024 * 1024;

/** Carries out a tool as a command line, in this process. Nothing of it reaches the process's own streams. */
export async function carryOutTool(
  tool: Tool,
  given: Given,
  {
    terms,
    context,
    signal,
    ask,
  }: {
    readonly terms: ServerTerms;
    readonly context: Context;
    readonly signal: AbortSignal;
    readonly ask: Ask | undefined;
  },
): Promise<CommandEnd> {
  const { command, options = [], positionals = [] } = tool.words(given, terms.flags);
  const full = new AbortController();
  const streams = captureStreams({ maxBytes: maxOutputBytes, onFull: () => full.abort() });
  const followMs = tool.followMs?.(given);
  const limit = timeLimit(AbortSignal.any([signal, full.signal]), followMs);
  const argv = [command, "--json", ...options, ...added(tool, terms), "--", ...positionals];
  const exitCode = await context
    .carryOut(argv, { ...streams, ...surroundings(context, streams.text, ask), signal: limit.signal })
    .finally(() => limit.end());
  return { command, exitCode, ...streams.text(), isCut: full.signal.aborted };
}

/** What the server's own command line adds: where, with which key, within which limits, and whether the command asks. */
function added({ takes, effect }: Tool, { address, flags, orders }: ServerTerms): readonly string[] {
  const { serviceName, protocol, account, credential, folder, passphraseFile } = flags;
  const venue = [
    `--venue=${address.rest}`,
    `--push=${address.push}`,
    `--service-name=${serviceName}`,
    `--protocol=${protocol}`,
  ];
  const key = Object.entries({ account, credential, folder, "passphrase-file": passphraseFile }).flatMap(
    ([name, value]) => (value === undefined ? [] : [`--${name}=${value}`]),
  );
  return [
    ...(takes === "nothing" ? [] : venue),
    ...(takes === "venue-and-key" ? key : []),
    ...(effect === "places" && orders !== undefined ? [`--max-value=${orders.maxValue}`] : []),
    ...(effect !== "reads" && orders?.asks === "never" ? ["--yes"] : []),
  ];
}

function surroundings(
  context: Context,
  said: () => { readonly err: string },
  ask: Ask | undefined,
): Omit<Surroundings, "out" | "err" | "signal"> {
  const { home, workingDirectory, version, environment, confine } = context;
  return {
    home,
    workingDirectory,
    version,
    confine,
    // The venue is the server's: what is passed counts.
    environment: { ...environment, [venueVariable]: undefined },
    styles: stylesFor({ isTerminal: false, environment: {} }),
    screen: { isTerminal: false, size: () => ({ columns: 80, rows: 24 }), onResize: () => () => {} },
    input: {
      // With somebody to ask, a command shows its plan and asks, as it does at a terminal.
      isTerminal: ask !== undefined,
      stream: new PassThrough().end(),
      ask: async (question) =>
        ask === undefined ? undefined : (await ask(`${said().err}\n${question}`)) ? "yes" : "no",
      askHidden: async () => [],
      readAll: async () => new Uint8Array(),
    },
  };
}
