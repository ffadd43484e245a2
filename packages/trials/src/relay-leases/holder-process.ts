import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { ClusterAccess } from "../nats-cluster/nats-cluster.js";
import type { HolderNote, HolderOrders, ToHolder } from "./holder-messages.js";

/** Both the sources and what is built from them start the built one. */
const holderFile = fileURLToPath(new URL("../../dist/relay-leases/holder.js", import.meta.url));

/** What is the same in every life of a holder. */
export type HolderPlan = Omit<HolderOrders, "name" | "servers">;

/** A process that wants leases. Each life has a name of its own, as every process must. */
export class HolderProcess {
  readonly access: ClusterAccess;
  readonly #place: number;
  readonly #plan: HolderPlan;
  readonly #heard: (name: string, note: HolderNote) => void;
  #lives = 0;
  #child: ChildProcess | undefined;
  #complaint = "";

  constructor(place: number, access: ClusterAccess, plan: HolderPlan, heard: (name: string, note: HolderNote) => void) {
    this.#place = place;
    this.access = access;
    this.#plan = plan;
    this.#heard = heard;
  }

  get name(): string {
    return `holder-${this.#place}-${this.#lives}`;
  }

  /** What it wrote to its error output. */
  get complaint(): string {
    return this.#complaint;
  }

  start(): void {
    this.#lives++;
    const { name, access } = this;
    const orders: HolderOrders = { ...this.#plan, name, servers: access.addresses };
    const child = spawn(process.execPath, [holderFile, JSON.stringify(orders)], {
      stdio: ["ignore", "ignore", "pipe", "pipe", "ipc"],
    });
    child.stderr?.setEncoding("utf8").on("data", (part: string) => {
      this.#complaint += part;
    });
    createInterface({ input: child.stdio[3] as Readable }).on("line", (line) => {
      this.#heard(name, JSON.parse(line) as HolderNote);
    });
    this.#child = child;
  }

  send(message: ToHolder): void {
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
