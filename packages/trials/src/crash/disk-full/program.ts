import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { ChildReport } from "../child-orders.js";

/** The program as its users start it. */
const binFile = join(
  dirname(createRequire(import.meta.url).resolve("@depthwire/sandbox/package.json")),
  "bin/sandbox.js",
);

/** The sandbox's own program with a data directory. */
export class Program {
  readonly #child: ChildProcess;
  /** What it tells when it is open. Rejects when it ends before. */
  readonly opened: Promise<ChildReport>;
  readonly #ended: Promise<number | undefined>;
  #words = "";

  constructor(directory: string, pair: string) {
    const flags = ["--port", "0", "--pairs", pair, "--requests", "0", "--data", directory, "--json"];
    const child = spawn(process.execPath, [binFile, ...flags], { stdio: ["ignore", "pipe", "pipe"] });
    this.#child = child;
    child.stderr?.setEncoding("utf8").on("data", (part: string) => {
      this.#words += part;
    });
    this.#ended = new Promise((resolve) => child.once("close", (code) => resolve(code ?? undefined)));
    this.opened = new Promise((resolve, reject) => {
      let text = "";
      child.stdout?.setEncoding("utf8").on("data", (part: string) => {
        text += part;
        if (text.endsWith("\n")) {
          resolve(JSON.parse(text) as ChildReport);
        }
      });
      child.once("close", () => reject(new Error(`the program ended before it was open: ${this.#words}`)));
    });
  }

  /** How often it said what is wrong with the directory. */
  told(directory: string): number {
    return this.#words.split("\n").filter((line) => line.includes("store-failed") && line.includes(directory)).length;
  }

  /** Ends it as Ctrl-C does. @returns its exit code */
  async end(): Promise<number | undefined> {
    this.#child.kill("SIGINT");
    return this.#ended;
  }
}
