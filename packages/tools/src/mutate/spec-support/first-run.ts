import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What the run before all mutants showed of a package's specs. Milliseconds. */
export interface FirstRun {
  /** By path. */
  readonly fileMs: Readonly<Record<string, number>>;
  /** The slowest test, or group of tests. */
  readonly slowestTestMs: number;
}

/** In the package's folder: Stryker starts new processes when a mutant hangs, and those see no run before all mutants. */
const name = ".first-run.json";

export function writeFirstRun(folder: string, run: FirstRun): void {
  writeFileSync(join(folder, name), JSON.stringify(run));
}

/** @returns absent as long as the run goes on */
export function readFirstRun(folder: string): FirstRun | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, name), "utf8")) as FirstRun;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") {
      return undefined;
    }
    throw error;
  }
}

/** Hears what a thread tells while it runs specs. */
export class FirstRunRecorder {
  readonly #paths = new Map<string, string>();
  readonly #fileMs: Record<string, number> = {};
  #slowestTestMs = 0;

  get run(): FirstRun {
    return { fileMs: this.#fileMs, slowestTestMs: this.#slowestTestMs };
  }

  hear(message: unknown): void {
    const { m, a: [items] = [] } = message as { readonly m?: unknown; readonly a?: readonly unknown[] };
    if (m === "onCollected") {
      for (const { id, filepath } of items as readonly { readonly id: string; readonly filepath: string }[]) {
        this.#paths.set(id, filepath);
      }
    }
    if (m === "onTaskUpdate") {
      for (const [id, result] of items as readonly (readonly [id: string, result?: { readonly duration?: number }])[]) {
        this.#add(id, result?.duration ?? 0);
      }
    }
  }

  #add(id: string, ms: number): void {
    const path = this.#paths.get(id);
    if (path === undefined) {
      this.#slowestTestMs = Math.max(this.#slowestTestMs, ms);
    } else {
      this.#fileMs[path] = Math.max(this.#fileMs[path] ?? 0, ms);
    }
  }
}
