import { threadModule } from "@depthwire/node/internal";
import { Piscina } from "piscina";
import { type ExportAnswer, type ExportTask, runExportTask } from "./export-task.js";

/** Carries out tasks: here, or each in a thread. */
export interface TaskRunner {
  /** Tasks that it takes at once. */
  readonly atOnce: number;
  run(task: ExportTask): Promise<ExportAnswer>;
  /** Ends it, whatever it does. */
  close(): Promise<void>;
}

/** Threads share 300 MB: left alone, each would let its heap grow to the machine's size. Rows and their encoded pages are a fifth of it. */
const threadLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 192 } as const;

/** One thread is this one: starting another takes longer than a small recording does. */
export function createTaskRunner(atOnce: number, signal: AbortSignal): TaskRunner {
  if (atOnce <= 1) {
    return { atOnce: 1, run: (task) => runExportTask(task, signal), close: () => Promise.resolve() };
  }
  const pool = new Piscina({
    ...threadModule(entry()),
    minThreads: atOnce,
    maxThreads: atOnce,
    resourceLimits: threadLimits,
  });
  return {
    atOnce,
    run: (task) => pool.run(task, { signal }) as Promise<ExportAnswer>,
    close: () => pool.destroy(),
  };
}

/** Loaded from sources (by a test runner), a thread still runs the built file: workers know no TypeScript. */
function entry(): URL {
  const isSource = import.meta.url.endsWith(".ts");
  return new URL(isSource ? "../../dist/export/export-entry.js" : "./export-entry.js", import.meta.url);
}
