import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** How much of what a block printed is repeated when it fails. */
const repeatedCharacters = 1_500;

/** How a run ended: by itself, or because it printed what was waited for. */
export type RunEnd = { readonly kind: "exit"; readonly code: number | null } | { readonly kind: "seen" };

/** A program with its own processes, which end with it. */
export class Running {
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  #said = "";
  #onSaid: () => void = () => {};

  constructor(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
    // A group of its own: what a shell started ends with it.
    this.#child = spawn(program, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    this.#closed = Promise.race([once(this.#child, "close"), once(this.#child, "error")]).catch(() => {});
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on("data", (bytes: Buffer) => {
        this.#said += bytes.toString();
        this.#onSaid();
      });
    }
    this.#child.on("error", (error) => {
      this.#said += error.message;
    });
  }

  /** The end of what it printed, on both outputs. */
  get lastWords(): string {
    return this.#said.trim().slice(-repeatedCharacters);
  }

  /**
   * Waits for its end, or for a text in what it prints.
   *
   * @returns undefined when neither came in time
   */
  async ended(until: string | undefined, limitMs: number): Promise<RunEnd | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, limitMs, undefined);
    });
    const seen = new Promise<RunEnd>((resolve) => {
      this.#onSaid = () => {
        if (until !== undefined && this.#said.includes(until)) {
          resolve({ kind: "seen" });
        }
      };
      this.#onSaid();
    });
    const exit = this.#closed.then((): RunEnd => ({ kind: "exit", code: this.#child.exitCode }));
    return Promise.race([seen, exit, late]).finally(() => clearTimeout(timer));
  }

  /** Ends it and what it started, at once. */
  async stop(): Promise<void> {
    const { pid } = this.#child;
    if (pid !== undefined) {
      try {
        process.kill(-pid, "SIGKILL");
      } catch {
        // All of them ended by themselves.
      }
    }
    await this.#closed;
  }
}
