import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

/** What a {@link TrialProcess} is started with, and who hears of it. */
export interface TrialProcessParts<Orders, Note> {
  /** The built module that runs. */
  readonly file: string;
  /** What stands in its one argument, for the life that is begun now. */
  readonly orders: (life: number) => Orders;
  /** One line that it wrote, in the life that wrote it. */
  readonly heard: (note: Note, life: number) => void;
  /** What its environment has besides. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

/** A process of a trial that is going to be stopped and killed: it writes notes to descriptor 3, and is told things. */
export class TrialProcess<Orders extends object, Note extends object, Message extends object> {
  readonly #parts: TrialProcessParts<Orders, Note>;
  #life = 0;
  #child: ChildProcess | undefined;
  #complaint = "";

  constructor(parts: TrialProcessParts<Orders, Note>) {
    this.#parts = parts;
  }

  /** Counts its lives, from 1. */
  get life(): number {
    return this.#life;
  }

  /** What it wrote to its error output. */
  get complaint(): string {
    return this.#complaint;
  }

  get isRunning(): boolean {
    return this.#child !== undefined;
  }

  start(): void {
    const life = ++this.#life;
    const { file, orders, heard, environment } = this.#parts;
    const child = spawn(process.execPath, [file, JSON.stringify(orders(life))], {
      stdio: ["ignore", "ignore", "pipe", "pipe", "ipc"],
      env: { ...process.env, ...environment },
    });
    child.stderr?.setEncoding("utf8").on("data", (part: string) => {
      this.#complaint += part;
    });
    createInterface({ input: child.stdio[3] as Readable }).on("line", (line) => heard(JSON.parse(line) as Note, life));
    child.once("exit", (code, signal) => {
      if (this.#child === child) {
        this.#complaint += `ended by itself: ${signal ?? code}`;
      }
    });
    this.#child = child;
  }

  send(message: Message): void {
    if (this.#child?.connected === true) {
      this.#child.send(message, () => undefined);
    }
  }

  /** Stops it wherever it is. */
  stop(): void {
    this.#child?.kill("SIGSTOP");
  }

  wake(): void {
    this.#child?.kill("SIGCONT");
  }

  /** Kills it without a word, and waits until all that it wrote is read. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child !== undefined && child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
      await once(child, "close");
    }
  }
}
