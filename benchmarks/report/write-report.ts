import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { drawReport } from "./charts.js";
import { type KeptCase, type KeptReport, mergeKept, readKept } from "./kept-report.js";
import { writeFigures } from "./page.js";
import { writeReadme } from "./readme.js";

/**
 * Keeps what a run measured beside what earlier runs did, draws the pictures, and writes the figures of BENCHMARKS.md and of the README.
 *
 * @param folder of the benchmarks
 * @param head the commit that was measured
 * @throws Error when a page has no place for its figures
 */
export function writeReport(
  folder: string,
  measured: readonly KeptCase[],
  head: { readonly at: string; readonly commit: string },
): KeptReport {
  const file = join(folder, "report/figures.json");
  const kept = mergeKept(readKept(file), measured, head);
  const drawn = drawReport(kept);
  const pages = [
    [join(folder, "BENCHMARKS.md"), (text: string) => writeFigures(text, kept.cases, drawn)],
    [join(folder, "../README.md"), (text: string) => writeReadme(text, kept)],
  ] as const;
  const written = pages.map(([page, write]) => [page, write(readFileSync(page, "utf8"))] as const);
  mkdirSync(join(folder, "report/pictures"), { recursive: true });
  for (const { file: name, svg } of drawn) {
    writeFileSync(join(folder, "report/pictures", name), svg);
  }
  for (const [page, text] of written) {
    writeFileSync(page, text);
  }
  writeFileSync(file, `${JSON.stringify(kept, undefined, 1)}\n`);
  return kept;
}
