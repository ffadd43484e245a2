import { type ChildProcess, spawn } from "node:child_process";

/** A program in a process of its own, which is going to be killed. */
export class Victim<Report> {
  readonly #child: ChildProcess;
  /** What it tells when it is open; nothing when it ends before. */
  readonly opened: Promise<Report | undefined>;
  /** Resolves when the process is gone. */
  readonly ended: Promise<void>;
  #complaint = "";

  /**
   * @param childFile what it runs
   * @param orders what it is told: its one argument, as JSON
   */
  constructor(childFile: string, orders: object) {
    const child = spawn(process.execPath, [childFile, JSON.stringify(orders)], { stdio: ["pipe", "pipe", "pipe"] });
    this.#child = child;
    this.ended = new Promise((resolve) => child.once("close", () => resolve()));
    this.opened = new Promise((resolve) => {
      let text = "";
      child.stdout?.setEncoding("utf8").on("data", (part: string) => {
        text += part;
        if (text.endsWith("\n")) {
          resolve(JSON.parse(text) as Report);
        }
      });
      child.once("close", () => resolve(undefined));
    });
    child.stderr?.setEncoding("utf8").on("data", (part: string) => {
      this.#complaint += part;
    });
    child.stdin?.on("error", () => {});
  }

  /** What it wrote to its error output: a killed process says nothing. */
  get complaint(): string {
    return this.#complaint;
  }

  /** Lets it close cleanly, and waits until it is gone. */
  async close(): Promise<void> {
    this.#child.kill("SIGTERM");
    await this.ended;
  }

  /** Kills it, if it still lives, and waits until it is gone. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.ended;
  }
}
