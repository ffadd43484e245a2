import { rmSync } from "node:fs";
import { join } from "node:path";
import { collectColumns, createTaskRunner, type ExportTerms, exportRecording } from "@depthwire/cli/internal";

/** What is exported. */
const terms: ExportTerms = {
  format: "parquet",
  tables: ["book-updates"],
  pairs: undefined,
  options: { exchange: undefined, levels: 10 },
  rules: {},
};
const watch = { signal: new AbortController().signal, progress: () => {} };

/** What this process is told by its arguments. */
const [way = "", directory = "", folder = ""] = process.argv.slice(2);

/** An answer of the way `memory`. */
export interface MemoryAnswer {
  readonly rows: number;
  /** From the start of the work in a process that has just begun. */
  readonly seconds: number;
  readonly maxMemoryMb: number;
}

/** Exports once, and says how much memory that took. */
async function memory(): Promise<MemoryAnswer> {
  const startMs = performance.now();
  const path = join(folder, "memory.parquet");
  const { files } = await exportRecording(
    { directory, terms, threads: 2, folder, outputs: terms.tables, pathOf: () => path },
    watch,
  );
  const seconds = (performance.now() - startMs) / 1000;
  rmSync(path);
  // Kibibytes, on every system but macOS, which the figures do not come from.
  const { maxRSS } = process.resourceUsage();
  return { rows: files[0]?.rows ?? 0, seconds, maxMemoryMb: (maxRSS * 1024) / 1e6 };
}

/** Does the same work as often as it is told, and says after each time how many seconds it took. */
async function serve(work: () => Promise<void>): Promise<void> {
  process.on("message", () => {
    const startMs = performance.now();
    void work().then(() => process.send?.((performance.now() - startMs) / 1000));
  });
  process.on("disconnect", () => process.exit());
  process.send?.(0);
}

async function start(): Promise<void> {
  const path = join(folder, `${way}.parquet`);
  if (way === "memory") {
    process.stdout.write(JSON.stringify(await memory()));
  } else if (way === "ready") {
    const ready = await collectColumns(directory, terms);
    await serve(async () => ready.write(path));
  } else {
    const runner = createTaskRunner(way === "two" ? 2 : 1, watch.signal);
    await serve(async () => {
      await exportRecording({ directory, terms, folder, runner, outputs: terms.tables, pathOf: () => path }, watch);
    });
  }
}

await start();
