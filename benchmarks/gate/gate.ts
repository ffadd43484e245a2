import { spawnSync } from "node:child_process";
import { type Baseline, readBaseline, writeBaseline } from "./baseline.js";
import { whyNoCallgrind } from "./callgrind.js";
import { countCase } from "./count-instructions.js";
import { type CountedCase, type CountTerms, countedCases, gateTermsOf } from "./counted-case.js";
import { type CountedWork, countedWork, hashOf } from "./counted-work.js";
import { type GateMethod, type GateVerdict, judge, passes } from "./judge.js";
import { thisMachine, whyNotAlike } from "./machine.js";
import { LeastTimes } from "./ratios.js";

/** What a run of the gate found. */
export interface GateReport {
  readonly method: GateMethod;
  readonly passed: boolean;
  readonly verdicts: readonly GateVerdict[];
  /** Why instructions were not counted. */
  readonly notes: readonly string[];
}

type Progress = (text: string) => void;
type AllWork = ReadonlyMap<CountedCase, CountedWork>;

/** Processes that count at the same time: what they count does not depend on each other. */
const countedAtOnce = 2;

/** Measurements of a ratio that does not pass. */
const mostAttempts = 5;

/**
 * Holds the cost of a message against the committed baseline: by instructions, or by ratios where valgrind is missing, or the baseline is of another
 * processor or another build of Node.
 */
export async function runGate(baselineFile: string, progress: Progress): Promise<GateReport> {
  const baseline = readBaseline(baselineFile);
  const missing = whyNoCallgrind();
  const work = missing === undefined ? await makeWork(gateTermsOf) : undefined;
  const note = missing ?? (work && whyOtherCounts(baseline, work));
  if (work !== undefined && note === undefined) {
    const verdicts = judge("instructions", baseline.instructionsPerMessage, await countAll(work, progress));
    return { method: "instructions", passed: passAll(verdicts), verdicts, notes: [] };
  }
  const verdicts = judge("ratios", baseline.ratios, await measureRatios(progress, baseline.ratios));
  const notes = [`ratios were measured, since instructions cannot be held against the baseline: ${note}`];
  return { method: "ratios", passed: passAll(verdicts), verdicts, notes };
}

/** Counts and measures anew. @throws Error where valgrind is missing */
export async function renewBaseline(baselineFile: string, progress: Progress): Promise<Baseline> {
  const missing = whyNoCallgrind();
  if (missing !== undefined) {
    throw new Error(`the baseline cannot be renewed here: ${missing}`);
  }
  const work = await makeWork(gateTermsOf);
  const baseline: Baseline = {
    machine: thisMachine(),
    valgrind: valgrindVersion(),
    work: toRecord(work, hashOf),
    instructionsPerMessage: toRecord(await countAll(work, progress), (count) => count),
    ratios: toRecord(await measureRatios(progress), (ratio) => ratio),
  };
  writeBaseline(baselineFile, baseline);
  return baseline;
}

function whyOtherCounts(baseline: Baseline, work: AllWork): string | undefined {
  const version = valgrindVersion();
  if (version !== baseline.valgrind) {
    return `the baseline was counted with ${baseline.valgrind}, this is ${version}`;
  }
  const other = [...work].find(([name, one]) => hashOf(one) !== baseline.work[name]);
  return (
    whyNotAlike(baseline.machine, thisMachine()) ??
    (other && `the corpus of "${other[0]}" is another: this zlib compresses differently, or the corpus was changed`)
  );
}

async function makeWork(terms: (name: CountedCase) => CountTerms): Promise<AllWork> {
  const work = new Map<CountedCase, CountedWork>();
  for (const name of countedCases) {
    work.set(name, await countedWork(name, terms(name)));
  }
  return work;
}

async function countAll(work: AllWork, progress: Progress): Promise<ReadonlyMap<CountedCase, number>> {
  const counts = new Map<CountedCase, number>();
  const waiting = [...work];
  const countNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name, one] = next;
      counts.set(name, Math.round(await countCase(name, one)));
      progress(`gate, ${name}: ${counts.get(name)} instructions a message`);
    }
  };
  await Promise.all(Array.from({ length: countedAtOnce }, countNext));
  return new Map(countedCases.map((name) => [name, counts.get(name) as number]));
}

/**
 * A slice takes all messages: a few are enough.
 *
 * @param wanted a ratio that does not pass is measured again before it is believed: a machine that is busy with something else only ever takes from it
 */
async function measureRatios(
  progress: Progress,
  wanted?: Readonly<Record<CountedCase, number>>,
): Promise<ReadonlyMap<CountedCase, number>> {
  const work = await makeWork((name) => ({ ...gateTermsOf(name), warmUp: 0 }));
  return new Map(
    Array.from(work, ([name, one]) => {
      const least = new LeastTimes(name, one);
      for (let attempt = 0; attempt < mostAttempts; attempt++) {
        least.measure();
        progress(`gate, ${name}: ${least.ratio} times as fast as the plain way`);
        if (wanted === undefined || passes("ratios", wanted[name], least.ratio)) {
          break;
        }
      }
      return [name, least.ratio];
    }),
  );
}

function passAll(verdicts: readonly GateVerdict[]): boolean {
  return verdicts.every(({ passed }) => passed);
}

function valgrindVersion(): string {
  return spawnSync("valgrind", ["--version"], { encoding: "utf8" }).stdout.trim();
}

function toRecord<Value, Result>(
  values: ReadonlyMap<CountedCase, Value>,
  convert: (value: Value) => Result,
): Readonly<Record<CountedCase, Result>> {
  return Object.fromEntries(Array.from(values, ([name, value]) => [name, convert(value)])) as Record<
    CountedCase,
    Result
  >;
}
