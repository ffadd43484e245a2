import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Ask, ClientSettings, Known, Placing, Tell, WantedOrder } from "./client-messages.js";
import type { Findings } from "./findings.js";

/** Both the sources and what is built from them start the built one. */
const childFile = fileURLToPath(new URL("../../../dist/faults/network/client-child.js", import.meta.url));

/** How a client's process is watched. */
export interface WatchOptions {
  /** Nothing that a client is asked for may take longer, on a busy machine too: it hangs then. Milliseconds. */
  readonly hangsAfterMs: number;
  /** Flags of Node for its process. */
  readonly nodeFlags: readonly string[];
}

const usualWatch: WatchOptions = { hangsAfterMs: 90_000, nodeFlags: [] };

/** A client in a process of its own. What it is asked for and does not answer in time counts as hung. */
export class ClientProcess {
  readonly #child: ChildProcess;
  readonly #findings: Findings;
  readonly #waiting = new Map<number, (told: Tell) => void>();
  readonly #exit: Promise<unknown>;
  readonly #hangsAfterMs: number;
  #asked = 0;
  #isKilled = false;

  constructor(findings: Findings, { hangsAfterMs, nodeFlags }: WatchOptions = usualWatch) {
    this.#findings = findings;
    this.#hangsAfterMs = hangsAfterMs;
    const child = spawn(process.execPath, [...nodeFlags, childFile], { stdio: ["ignore", "inherit", "pipe", "ipc"] });
    this.#child = child;
    this.#exit = once(child, "exit");
    child.stderr?.setEncoding("utf8").on("data", (text: string) => this.#complain(text));
    child.on("message", (told) => this.#hear(told as Tell));
    child.once("exit", () => {
      for (const resolve of this.#waiting.values()) {
        resolve({ id: 0, failure: "the process ended" });
      }
      this.#waiting.clear();
    });
  }

  /** Opens the account. */
  async open(settings: ClientSettings): Promise<void> {
    await this.#ask({ kind: "open", settings });
  }

  /** Waits until the account is known for the first time. */
  async ready(): Promise<void> {
    await this.#ask({ kind: "ready" });
  }

  /** Places an order. @returns nothing where the process ended before */
  async place(order: WantedOrder, way: "trader" | "rest" = "trader"): Promise<Placing | undefined> {
    return (await this.#ask({ kind: "place", order, way })) as Placing | undefined;
  }

  /** Sends anything that needs a turn. @returns whether the venue answered */
  async read(): Promise<boolean> {
    return (await this.#ask({ kind: "read" })) === true;
  }

  /** Halts. Resolves when the client has: what it sends from then on, it sends after the halt. */
  async halt(scope: "own" | "account"): Promise<void> {
    await this.#ask({ kind: "halt", scope });
  }

  /** Waits until the halt ends. @returns how */
  async haltEnd(): Promise<unknown> {
    return this.#ask({ kind: "halt-end" });
  }

  /** Lets orders through again. */
  async resume(): Promise<void> {
    await this.#ask({ kind: "resume" });
  }

  /** Changes the key. */
  async rotate(key: { readonly apiKey: string; readonly apiSecret: string }): Promise<void> {
    await this.#ask({ kind: "rotate", ...key });
  }

  /** Whether names are looked up. */
  async names(answer: "at-once" | "hang"): Promise<void> {
    await this.#ask({ kind: "names", answer });
  }

  /** What the client knows. @returns nothing where it does not answer */
  async known(): Promise<Known | undefined> {
    return (await this.#ask({ kind: "known" })) as Known | undefined;
  }

  /** Stops the whole process, as a computer does that is put to sleep. */
  stop(): void {
    this.#child.kill("SIGSTOP");
  }

  /** Lets it go on. */
  goOn(): void {
    this.#child.kill("SIGCONT");
  }

  /** Ends it without a word. */
  async kill(): Promise<void> {
    this.#isKilled = true;
    this.#child.kill("SIGKILL");
    await this.#exit;
  }

  /** Closes the client, which must leave nothing behind that keeps its process alive. */
  async close(): Promise<void> {
    if (this.#isGone) {
      return;
    }
    await this.#ask({ kind: "close" });
    this.#isKilled = true;
    const timer = setTimeout(() => {
      this.#findings.fault("hung", "the client's process did not end");
      this.#child.kill("SIGKILL");
    }, this.#hangsAfterMs);
    await this.#exit;
    clearTimeout(timer);
  }

  get #isGone(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  #hear(told: Tell): void {
    if ("warning" in told) {
      this.#complain(told.warning);
    } else {
      this.#waiting.get(told.id)?.(told);
    }
  }

  #complain(text: string): void {
    this.#findings.fault("warnings", text.trim());
  }

  async #ask(ask: Ask): Promise<unknown> {
    if (this.#isGone) {
      return undefined;
    }
    const id = ++this.#asked;
    let timer: NodeJS.Timeout | undefined;
    const told = await new Promise<Tell | undefined>((resolve) => {
      this.#waiting.set(id, resolve);
      timer = setTimeout(() => resolve(undefined), this.#hangsAfterMs);
      this.#child.send({ id, ask });
    });
    clearTimeout(timer);
    this.#waiting.delete(id);
    if (told === undefined) {
      this.#findings.fault("hung", `${ask.kind} was not answered within ${this.#hangsAfterMs} ms`);
    }
    if (told === undefined || !("id" in told)) {
      return undefined;
    }
    if ("value" in told) {
      return told.value;
    }
    if (!this.#isKilled) {
      this.#findings.fault("wrong", `${ask.kind} ended with ${told.failure}`);
    }
    return undefined;
  }
}
