import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { Task } from "../case.js";
import { type Leftovers, leftovers } from "../leftovers.js";
import { type ClientLine, readClientLine, type StrangeLines } from "./client-line.js";
import { isSoon } from "./until.js";

/** How long a client may take to end after its input has ended, in milliseconds. */
const endWithinMs = 5_000;
/** How long its pipes may stay open after it has ended, and after everything of its group was killed. */
const pipesWithinMs = 1_000;
/** So much of what a client complains of is kept. */
const keptErrorChars = 2_000;
/** So much of a strange line is kept. */
const keptStrangeChars = 200;

/** What a client is started with. */
export interface ClientStart {
  readonly command: string;
  readonly task: Task;
  readonly pair: string;
  readonly pushUrl: string;
  readonly restUrl: string;
  readonly keyFile: string;
  /** How long the venue takes a signed request, in milliseconds. */
  readonly toleranceMs: number;
}

/** The environment of a client. */
export function environmentOf(start: ClientStart): Readonly<Record<string, string>> {
  return {
    CONFORMANCE_TASK: start.task,
    CONFORMANCE_PAIR: start.pair,
    CONFORMANCE_PUSH: start.pushUrl,
    CONFORMANCE_REST: start.restUrl,
    CONFORMANCE_KEY_FILE: start.keyFile,
    CONFORMANCE_TOLERANCE_MS: String(start.toleranceMs),
  };
}

/** Somebody else's client as a process of its own: lines in, lines out. */
export class ClientProcess {
  readonly #child: ChildProcess;
  readonly #leftovers: Leftovers;
  readonly #killed = (): void => this.signal("SIGKILL");
  #hasEnded = false;
  #isClosed = false;
  #complaint = "";
  #strange: StrangeLines = { count: 0, last: "" };

  /** @param heard is called with each line of the kit, in order */
  constructor(start: ClientStart, heard: (line: ClientLine) => void) {
    // A group of its own: the shell, and what it starts, end together.
    this.#child = spawn(start.command, {
      shell: true,
      detached: true,
      env: { ...process.env, ...environmentOf(start), NO_PROXY: "*", no_proxy: "*" },
      stdio: ["pipe", "pipe", "pipe"],
    });
    const { stdin, stdout, stderr } = this.#child as ChildProcess & {
      readonly stdin: Writable;
      readonly stdout: Readable;
      readonly stderr: Readable;
    };
    this.#leftovers = leftovers;
    leftovers.add(this.#killed);
    // What it wrote last is read behind its end. What it has started may hold its pipes open for longer.
    this.#child.once("exit", () => {
      setTimeout(() => {
        this.#hasEnded = true;
      }, pipesWithinMs).unref();
    });
    this.#child.once("close", () => {
      this.#hasEnded = true;
      this.#isClosed = true;
    });
    // A client that has ended reads no more: that is told by its end.
    stdin.on("error", () => undefined);
    stderr.on("data", (chunk: Buffer) => {
      this.#complaint = (this.#complaint + chunk.toString()).slice(-keptErrorChars);
    });
    createInterface({ input: stdout }).on("line", (text) => {
      const line = readClientLine(text);
      if (line !== undefined) {
        heard(line);
      } else if (text.trimStart().startsWith("{")) {
        this.#strange = { count: this.#strange.count + 1, last: text.slice(0, keptStrangeChars) };
      }
    });
  }

  /** Whether it has ended, by itself or by a signal, and what it wrote last is read. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** The last that it wrote to its standard error. */
  get complaint(): string {
    return this.#complaint.trim();
  }

  /** What it has printed that is none of the kit's. */
  get strange(): StrangeLines {
    return this.#strange;
  }

  /** Sends it one JSON line. */
  tell(message: object): void {
    this.#child.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  /** Signals it and what it has started, also where it has ended itself. */
  signal(name: NodeJS.Signals): void {
    const { pid } = this.#child;
    if (pid !== undefined) {
      try {
        process.kill(-pid, name);
      } catch {
        // Nobody is left.
      }
    }
  }

  /** Ends its input, and after a while whatever is left of it and of what it has started. */
  async end(): Promise<void> {
    this.#child.stdin?.end();
    await isSoon(endWithinMs, () => this.hasEnded);
    this.signal("SIGKILL");
    await isSoon(pipesWithinMs, () => this.#isClosed);
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
    this.#leftovers.delete(this.#killed);
  }
}
