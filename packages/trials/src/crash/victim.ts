import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { ChildOrders, ChildReport } from "./child-orders.js";

/** Both the sources and what is built from them start the built one. */
const childFile = fileURLToPath(new URL("../../dist/crash/child.js", import.meta.url));

/** A sandbox in a process of its own, which is going to be killed. */
export class Victim {
  readonly #child: ChildProcess;
  /** What it tells when it is open; nothing when it ends before. */
  readonly opened: Promise<ChildReport | undefined>;
  /** Resolves when the process is gone. */
  readonly ended: Promise<void>;
  #complaint = "";

  constructor(orders: ChildOrders) {
    const child = spawn(process.execPath, [childFile, JSON.stringify(orders)], { stdio: ["pipe", "pipe", "pipe"] });
    this.#child = child;
    this.ended = new Promise((resolve) => child.once("close", () => resolve()));
    this.opened = new Promise((resolve) => {
      let text = "";
      child.stdout?.setEncoding("utf8").on("data", (part: string) => {
        text += part;
        if (text.endsWith("\n")) {
          resolve(JSON.parse(text) as ChildReport);
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
