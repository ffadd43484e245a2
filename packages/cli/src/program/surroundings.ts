import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { ask } from "./ask.js";
import type { Input, Screen, Surroundings } from "./context.js";
import { readAll } from "./read-all.js";

import { stylesFor } from "./styles.js";

const usualSize = { columns: 80, rows: 24 };

/** Those of this process. @param signal aborted when it is to end */
export function surroundingsOf(signal: AbortSignal): Surroundings {
  const { stdin, stdout, stderr, env } = process;
  const isTerminal = stdout.isTTY === true;
  return {
    out: stdout,
    err: stderr,
    input: inputOf(stdin, stderr, signal),
    screen: screenOf(stdout),
    styles: stylesFor({ isTerminal, environment: env }),
    signal,
    environment: env,
    home: homedir(),
    workingDirectory: process.cwd(),
    version: readVersion(),
  };
}

function inputOf(stdin: NodeJS.ReadStream, stderr: NodeJS.WriteStream, signal: AbortSignal): Input {
  // Reading it opens it, and an open input keeps the process alive: only who asks for it touches it.
  return {
    // Who cannot see the question cannot answer it: `2>file`.
    isTerminal: stdin.isTTY === true && stderr.isTTY === true,
    stream: stdin,
    ask: (question) => ask(question, { input: stdin, output: stderr }, signal),
    askHidden: async (questions) => {
      const { askHidden } = await import("@depthwire/accelerator/internal");
      return askHidden({ input: stdin, output: stderr }, questions);
    },
    readAll: (maxBytes) => readAll(stdin, maxBytes),
    ...(stdin.isTTY === true ? { onKeys: (listener) => onKeys(stdin, listener) } : {}),
  };
}

const ctrlC = "\u0003";

/** Keys one by one, not shown. The terminal then sends no signal for Ctrl-C: it is sent here. */
function onKeys(stdin: NodeJS.ReadStream, listener: (key: string) => void): () => void {
  const hear = (chunk: Buffer): void => {
    const key = chunk.toString();
    if (key.includes(ctrlC)) {
      process.kill(process.pid, "SIGINT");
    } else {
      listener(key);
    }
  };
  const release = (): void => void stdin.setRawMode(false);
  // A terminal that is gone says so here, too, and once more when its mode is set back.
  stdin.on("error", () => process.kill(process.pid, "SIGHUP"));
  stdin.setRawMode(true);
  stdin.on("data", hear);
  const endAtExit = onExit(release);
  return () => {
    endAtExit();
    stdin.off("data", hear);
    stdin.pause();
    release();
  };
}

function onExit(restore: () => void): () => void {
  process.once("exit", restore);
  return () => void process.off("exit", restore);
}

function screenOf(stdout: NodeJS.WriteStream): Screen {
  return {
    isTerminal: stdout.isTTY === true,
    size: () => ({ columns: stdout.columns ?? usualSize.columns, rows: stdout.rows ?? usualSize.rows }),
    onResize: (changed) => {
      stdout.on("resize", changed);
      return () => void stdout.off("resize", changed);
    },
    onExit,
  };
}

function readVersion(): string {
  const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { readonly version: string }).version;
}
