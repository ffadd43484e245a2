import { type CapturedStreams, captureStreams } from "./program/captured-streams.js";
import type { Context } from "./program/context.js";
import { createOutput } from "./program/output.js";
import { stylesFor } from "./program/styles.js";

/** Where a part of a command runs that is called by itself, and what it said. */
export interface ContextScene {
  readonly context: Context;
  readonly streams: CapturedStreams;
}

/** A context in which nobody is there, and what is said is remembered. @param more what is otherwise */
export function sceneContext(command: string, form: "json" | "text", more: Partial<Context> = {}): ContextScene {
  const streams = captureStreams();
  const nobody = (): never => {
    throw new Error("nobody is asked here");
  };
  return {
    streams,
    context: {
      output: createOutput(command, form, streams, more.styles?.isColoured === true ? "coloured" : "plain"),
      input: { isTerminal: false, stream: process.stdin, ask: nobody, askHidden: nobody, readAll: nobody },
      screen: { isTerminal: false, size: () => ({ columns: 80, rows: 24 }), onResize: () => () => {} },
      styles: stylesFor({ isTerminal: false, environment: {} }),
      signal: new AbortController().signal,
      environment: {},
      home: "/nowhere",
      workingDirectory: "/nowhere",
      version: "0.0.0",
      carryOut: nobody,
      ...more,
    },
  };
}
