import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Trial, Verdict } from "./verdict.js";

/** Both the sources and what is built from them start the built one. */
const childFile = fileURLToPath(new URL("../../../dist/crash/damage/judge-child.js", import.meta.url));

/** A start that takes so long hangs, in milliseconds. */
const maxMs = 60_000;

/** Starts harmed venues in another process, since the database is native code: what ends that process ends no run. */
export class Court {
  #child: ChildProcess | undefined;

  /** Starts a venue and judges it. */
  async judge(trial: Trial): Promise<Verdict> {
    const child = this.#child ?? fork(childFile, { stdio: ["ignore", "ignore", "ignore", "ipc"] });
    this.#child = child;
    return new Promise((resolve) => {
      const finish = (verdict: Verdict): void => {
        clearTimeout(hang);
        child.removeAllListeners();
        resolve(verdict);
      };
      const lose = (text: string): void => {
        this.close();
        finish({ kind: "untyped", text });
      };
      const hang = setTimeout(() => lose("the start hangs"), maxMs);
      child.once("message", (verdict) => finish(verdict as Verdict));
      child.once("exit", (code, signal) => lose(`the process ended with ${signal ?? code}`));
      child.send(trial);
    });
  }

  close(): void {
    this.#child?.kill("SIGKILL");
    this.#child = undefined;
  }
}
