import { type CaseReport, caseReport, partReport } from "../runner/report.js";
import type { BenchmarkCase } from "./benchmark-case.js";
import { atMost, type Goal } from "./goals.js";
import { workspaceSummary } from "./workspace-command.js";

/** What `npm run size` says: bytes by bundle, minified and compressed. */
interface SizeSummary {
  readonly budgets: Readonly<Record<string, number>>;
  readonly [bundle: string]: number | Readonly<Record<string, number>>;
}

/** Most bytes of what programs load, by the bundle's name in `npm run size`. */
const bounds = { sign: 3_000, book: 12_000, bookWasm: 21_000, engine: 40_000 } as const;

/** What the smallest useful parts of the packed packages cost a page: the same on every machine. */
export const size: BenchmarkCase = {
  name: "size",
  async run({ progress, short }) {
    const summary = await workspaceSummary<SizeSummary>("packages/tools/dist/size/bin.js", short ? [] : ["--packed"]);
    progress("size: done");
    return [sizeReport(summary)];
  },
};

/** The report of what `npm run size` found. */
export function sizeReport({ budgets, ...sizes }: SizeSummary): CaseReport {
  const parts = Object.entries(budgets).map(([name, budget]) =>
    partReport(
      name,
      new Map([
        ["ours", sizes[name] as number],
        ["budget", budget],
      ]),
    ),
  );
  const goals = Object.entries(bounds).map(
    ([name, max]): Goal => atMost(`size-${name}`, max, "bytes minified and compressed", sizes[name] as number),
  );
  return { ...caseReport("size", "bytes, minified and compressed", parts), goals };
}
