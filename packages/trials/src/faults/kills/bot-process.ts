import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { BotOrders } from "./bot-orders.js";

/** Both the sources and what is built from them start the built one. */
const botFile = fileURLToPath(new URL("../../../dist/faults/kills/bot.js", import.meta.url));

/** A bot in a process of its own, which is going to be killed. */
export class BotProcess {
  readonly #child: ChildProcess;
  readonly #exit: Promise<unknown>;
  #complaint = "";

  constructor(orders: BotOrders) {
    this.#child = spawn(process.execPath, [botFile, JSON.stringify(orders)], {
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    this.#exit = once(this.#child, "exit");
    this.#child.stderr?.setEncoding("utf8").on("data", (part: string) => {
      this.#complaint += part;
    });
  }

  /** What it wrote to its error output: a killed process says nothing. */
  get complaint(): string {
    return this.#complaint;
  }

  /** Whether it ended by itself. */
  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Kills it without a word, and waits until it is gone. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#exit;
  }
}
