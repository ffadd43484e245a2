import type { CommandOutcome } from "@depthwire/tools/command-line";
import { keepCrasher, readCrashers } from "./crashers.js";
import type { FuzzOptions } from "./options.js";
import { runTarget } from "./run-target.js";
import type { FindingKind } from "./target.js";
import { findTarget } from "./targets/all-targets.js";
import type { WorkerReport } from "./worker-messages.js";

/** What one target came to. */
export interface TargetSummary {
  readonly inputs: number;
  /** Inputs that the subject took. */
  readonly taken: number;
  readonly edges: number;
  readonly kept: number;
  readonly seconds: number;
}

/** The last line of standard output with `--json`. */
export interface FuzzSummary {
  readonly inputs: number;
  /** Pairs of a block of code and a class of how often it ran, and outcomes of what has no coverage. */
  readonly edges: number;
  /** Different exceptions without a code. */
  readonly uncaught: number;
  /** Different inputs over their bound of CPU time. */
  readonly slow: number;
  /** Different disagreements with the judge. */
  readonly lenient: number;
  readonly seed: number;
  readonly targets: Readonly<Record<string, TargetSummary>>;
}

/** Takes turns of a target: so few taken or refused inputs prove nothing of the other way. */
const leastOfEachWay = 0.005;
/** Below so many inputs a target's shares say nothing. */
const tellingInputs = 2_000;

/** Runs the targets one after the other, each in a thread of its own: what it loads, and CPU time, are its own. */
export async function runFuzz(
  { inputs, minutes, seed, targets }: Omit<FuzzOptions, "summary">,
  tell: (line: string) => void,
): Promise<CommandOutcome<FuzzSummary>> {
  const chosen = targets.map(findTarget);
  const shares = chosen.reduce((sum, { share }) => sum + share, 0);
  const endsMs = Date.now() + minutes * 60_000;
  const reports = new Map<string, WorkerReport & { readonly seconds: number }>();
  const failures: string[] = [];
  let sharesLeft = shares;
  for (const { name, share } of chosen) {
    const beganMs = Date.now();
    // What is left of the time is shared out anew before each target.
    const untilMs = beganMs + ((endsMs - beganMs) * share) / sharesLeft;
    sharesLeft -= share;
    const earlier = await readCrashers(name);
    const wanted = Math.ceil((inputs * share) / shares);
    const report = await runTarget({ target: name, seed, inputs: wanted, untilMs, earlier });
    const seconds = Math.round((Date.now() - beganMs) / 1_000);
    reports.set(name, { ...report, seconds });
    tell(
      `${name}: ${report.inputs} inputs, ${report.taken} taken, ${report.edges} edges, ${report.kept} kept, ${seconds} s`,
    );
    failures.push(...(await failuresOf(name, report)), ...tooOneSided(name, report));
  }
  const all = [...reports.values()];
  const count = (kind: FindingKind): number =>
    all.flatMap(({ crashers }) => crashers).filter(({ finding }) => finding.kind === kind).length;
  const sum = (pick: (report: WorkerReport) => number): number =>
    all.reduce((total, report) => total + pick(report), 0);
  const summary: FuzzSummary = {
    inputs: sum((report) => report.inputs),
    edges: sum((report) => report.edges),
    uncaught: count("uncaught"),
    slow: count("slow"),
    lenient: count("lenient"),
    seed,
    targets: Object.fromEntries([...reports].map(([name, report]) => [name, countsOf(report)])),
  };
  return { summary, text: describe(summary), failures };
}

function countsOf({ inputs, taken, edges, kept, seconds }: TargetSummary): TargetSummary {
  return { inputs, taken, edges, kept, seconds };
}

async function failuresOf(target: string, { crashers }: WorkerReport): Promise<readonly string[]> {
  return Promise.all(
    crashers.map(async (crasher) => {
      const path = await keepCrasher(target, crasher);
      const { kind, signature, detail } = crasher.finding;
      return `${target}, ${kind}: ${signature}: ${detail} (${crasher.input.length} bytes, kept in ${path})`;
    }),
  );
}

function tooOneSided(target: string, { inputs, taken }: WorkerReport): readonly string[] {
  const least = inputs * leastOfEachWay;
  return inputs >= tellingInputs && (taken < least || inputs - taken < least)
    ? [`${target}: ${taken} of ${inputs} inputs were taken: too few of one way`]
    : [];
}

function describe({ inputs, edges, uncaught, slow, lenient, seed, targets }: FuzzSummary): string {
  const lines = Object.entries(targets).map(
    ([name, target]) =>
      `${name.padEnd(18)} ${target.inputs} inputs, ${target.taken} taken, ${target.edges} edges, ${target.seconds} s`,
  );
  return [
    ...lines,
    `${inputs} inputs, ${edges} edges: ${uncaught} uncaught, ${slow} slow, ${lenient} lenient (seed ${seed})`,
  ].join("\n");
}
