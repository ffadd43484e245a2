import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";

/** Whether specs that need a program are to be skipped: where it is missing, but for CI, which installs it. */
export function lacksProgram(program: string, ...argv: readonly string[]): boolean {
  return spawnSync(program, [...argv]).status !== 0 && process.env["CI"] === undefined;
}

/** A server's process. It dies without a word. */
export class ServerProcess {
  readonly #child: ChildProcess;

  constructor(program: string, argv: readonly string[]) {
    this.#child = spawn(program, [...argv], { stdio: "ignore" });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Stops it in the middle of what it does, or lets it go on. */
  signal(signal: "SIGSTOP" | "SIGCONT"): void {
    this.#child.kill(signal);
  }

  /** Kills it, and waits until it is gone. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
  }
}
