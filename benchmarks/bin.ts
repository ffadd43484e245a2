import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Command, InvalidArgumentError } from "commander";
import type { CaseContext } from "./cases/benchmark-case.js";
import { type CountReport, countInstructions, usualCountTerms } from "./gate/count-instructions.js";
import type { KeptCase } from "./report/kept-report.js";
import { loadNow, originOf } from "./runner/origin.js";
import { benchmarkReport, reportText } from "./runner/report.js";

interface BenchOptions {
  readonly case?: string;
  readonly passes: number;
  readonly messages: number;
  readonly short?: true;
  readonly json?: true;
  readonly writeReport?: true;
  readonly redraw?: true;
  readonly profile?: true;
  readonly counts?: true;
  readonly gate?: true;
  readonly renew?: true;
}

/** Exit code for a command line that asks for what there is not. */
const usageError = 2;

/** Messages of a stretch of a look. */
const shortStretch = 300;
const shortCountTerms = { warmUp: 50, counted: 50 } as const;

const program = new Command("bench")
  .description("Measures this project against others over the same corpus, side by side in one run.")
  .option("--case <names>", "cases to run, such as pipeline,signing (default: all)")
  .option("--passes <count>", "interleaved passes; the median counts", toCount, 5)
  .option("--messages <count>", "messages of a stretch, where threads or sockets are measured", toCount, 40_000)
  .option("--short", "a look whether everything works: the smallest part of each case, no figures to keep")
  .option("--write-report", "write the figures and pictures of BENCHMARKS.md; cases that are not run keep theirs")
  .option("--redraw", "instead of cases: write pages and pictures anew from the figures that are kept")
  .option("--profile", "instead of cases: where the time of a message goes")
  .option("--counts", "instead of cases: instructions a message, by valgrind's callgrind where it is installed")
  .option("--gate", "instead of cases: fails where a message costs more than the baseline says, in any main case")
  .option("--renew", "with --gate: writes the baseline anew")
  .option("--json", "the last line of standard output is one JSON object")
  .configureOutput({ outputError: (text, write) => write(text) })
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : usageError));
program.parse();

const options = program.opts<BenchOptions>();
try {
  await run(options);
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof RangeError ? usageError : 1;
}

async function run(asked: BenchOptions): Promise<void> {
  // From dist/bin.js.
  const folder = fileURLToPath(new URL("../", import.meta.url));
  const peersFolder = join(folder, "peers");
  if (asked.redraw) {
    return writePages(folder, []);
  }
  if (asked.profile) {
    const { profileContestants } = await import("./runner/profile-contestants.js");
    process.stdout.write(`${await profileContestants(peersFolder)}\n`);
    return;
  }
  if (asked.gate) {
    const { passGate } = await import("./gate/gate-command.js");
    return passGate(join(folder, "gate", "baseline.json"), asked);
  }
  if (asked.counts) {
    return count(peersFolder, asked);
  }
  return measureCases(folder, peersFolder, asked);
}

async function count(peersFolder: string, { short, json }: BenchOptions): Promise<void> {
  const terms = short ? shortCountTerms : usualCountTerms;
  const report = await countInstructions(peersFolder, terms, (text) => process.stderr.write(`${text}\n`));
  process.stdout.write(`${countText(report)}\n`);
  if (json) {
    process.stdout.write(`${JSON.stringify(report)}\n`);
  }
}

async function measureCases(folder: string, peersFolder: string, asked: BenchOptions): Promise<void> {
  const { case: list, passes, messages, short, json } = asked;
  // Loaded late: a run that counts, or has a mistyped flag, does not wait for all that is measured.
  const { chooseCases } = await import("./cases/index.js");
  const chosen = chooseCases(list);
  const context: CaseContext = {
    passes,
    stretchMessages: short ? shortStretch : messages,
    minMs: short ? 5 : 60,
    short: short === true,
    peersFolder,
    progress: (text) => process.stderr.write(`${text}\n`),
  };
  const { committedAt: _, ...origin } = originOf(folder, new Date());
  const measured: KeptCase[] = [];
  for (const { run: runCase } of chosen) {
    const before = loadNow();
    const reports = await runCase(context);
    const load = [before, loadNow()] as const;
    measured.push(...reports.map((report) => ({ ...report, origin: { ...origin, load } })));
  }
  process.stdout.write(`${reportText(measured)}\n`);
  if (asked.writeReport) {
    await writePages(folder, measured);
  }
  if (json) {
    process.stdout.write(`${JSON.stringify(benchmarkReport(measured))}\n`);
  }
}

async function writePages(folder: string, measured: readonly KeptCase[]): Promise<void> {
  const { writeReport } = await import("./report/write-report.js");
  const { commit, committedAt: at } = originOf(folder, new Date());
  writeReport(folder, measured, { at, commit });
}

function countText({ instructionsPerMessage, notes }: CountReport): string {
  const rows = Object.entries(instructionsPerMessage).map(([name, count]) => `  ${name}: ${count}`);
  return ["instructions a message, 200 levels", ...rows, ...notes.map((note) => `  ${note}`)].join("\n");
}

function toCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) {
    throw new InvalidArgumentError("a whole number from 1 on");
  }
  return count;
}
