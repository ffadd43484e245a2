import { PassThrough } from "node:stream";
import { captureStreams } from "./program/captured-streams.js";
import type { Surroundings } from "./program/context.js";
import type { Envelope } from "./program/envelope.js";
import { runProgram } from "./program/run-program.js";
import { stylesFor } from "./program/styles.js";

/** What a command line came to. */
export interface CommandEnd {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
  /** Standard output line by line, where `--json` was given. */
  readonly envelopes: readonly Envelope[];
}

/** Where a command line is typed. */
export interface SceneOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly home?: string;
  readonly workingDirectory?: string;
  /** What is piped in. */
  readonly input?: string | Uint8Array;
  /** What a person answers, in order; without it nobody is there. */
  readonly answers?: readonly string[];
  /** What happens while a question stands on the screen. */
  readonly beforeAnswer?: () => Promise<unknown>;
  readonly signal?: AbortSignal;
  /** Hears standard output as it comes. */
  readonly onOut?: (text: string) => void;
}

/** Carries out one command line in this process, as the command would. */
export async function runCommandLine(argv: readonly string[], options: SceneOptions = {}): Promise<CommandEnd> {
  const { out, err, text } = captureStreams(options.onOut === undefined ? {} : { onOut: options.onOut });
  const answers = [...(options.answers ?? [])];
  const isTerminal = options.answers !== undefined;
  const piped = Buffer.from(options.input ?? "");
  const pipedLines = piped.toString().split("\n");
  const surroundings: Surroundings = {
    out,
    err,
    input: {
      isTerminal,
      stream: new PassThrough().end(piped),
      ask: async () => {
        await options.beforeAnswer?.();
        return isTerminal ? answers.shift() : undefined;
      },
      askHidden: async (questions) => questions.map(() => (isTerminal ? answers : pipedLines).shift() ?? ""),
      readAll: async () => new Uint8Array(piped),
    },
    screen: { isTerminal: false, size: () => ({ columns: 80, rows: 24 }), onResize: () => () => {} },
    styles: stylesFor({ isTerminal: false, environment: {} }),
    signal: options.signal ?? new AbortController().signal,
    environment: options.environment ?? {},
    home: options.home ?? "/nowhere",
    workingDirectory: options.workingDirectory ?? "/nowhere",
    version: "0.0.0",
  };
  const exitCode = await runProgram(argv, surroundings);
  const said = text();
  const envelopes = argv.includes("--json")
    ? said.out
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Envelope)
    : [];
  return { exitCode, ...said, envelopes };
}
