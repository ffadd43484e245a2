import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { LeaseStore } from "@depthwire/relay";
import type { StoreCall, ToTrader, TraderNote, TraderOrders } from "./trader-messages.js";

/** Both the sources and what is built from them start the built one. */
const traderFile = fileURLToPath(new URL("../../dist/relay-traders/trader.js", import.meta.url));

/** A trader in a process of its own, which is going to be stopped and killed. */
export class TraderProcess {
  /** What it wrote in this life. */
  readonly notes: TraderNote[] = [];
  readonly #child: ChildProcess;
  readonly #exit: Promise<unknown>;
  readonly #store: LeaseStore;
  readonly #listener: () => void;
  #complaint = "";

  /** @param listener called when something happened */
  constructor(orders: TraderOrders, store: LeaseStore, listener: () => void) {
    this.#store = store;
    this.#listener = listener;
    this.#child = spawn(process.execPath, [traderFile, JSON.stringify(orders)], {
      stdio: ["ignore", "ignore", "pipe", "pipe", "ipc"],
    });
    this.#exit = Promise.all([once(this.#child, "exit"), once(this.#child, "close")]).then(listener);
    this.#child.stderr?.setEncoding("utf8").on("data", (part: string) => {
      this.#complaint += part;
    });
    this.#child.on("message", (call) => void this.#answer(call as StoreCall));
    createInterface({ input: this.#child.stdio[3] as Readable }).on("line", (line) => {
      this.notes.push(JSON.parse(line) as TraderNote);
      listener();
    });
  }

  /** What it wrote to its error output. */
  get complaint(): string {
    return this.#complaint;
  }

  /** Whether it is gone. */
  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** How often it wrote a note of this kind in this life. */
  count(kind: TraderNote["note"]): number {
    return this.notes.filter(({ note }) => note === kind).length;
  }

  send(message: ToTrader): void {
    if (this.#child.connected) {
      this.#child.send(message, () => undefined);
    }
  }

  /** Stops it wherever it is. */
  stop(): void {
    this.#child.kill("SIGSTOP");
  }

  wake(): void {
    this.#child.kill("SIGCONT");
  }

  /** Kills it without a word, and waits until all that it wrote is read. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#exit;
  }

  async #answer({ id, key, write }: StoreCall): Promise<void> {
    const answer =
      write === undefined
        ? await this.#store.read(key)
        : { revision: await this.#store.compareAndSet(key, write.expected, write.text) };
    this.send({ kind: "stored", id, answer });
    this.#listener();
  }
}
