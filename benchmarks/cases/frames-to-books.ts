import { dirname } from "node:path";
import { buildNative, startNative } from "../contestants/native.js";
import type { CorpusOptions } from "../corpus/depth-corpus.js";
import { type Contender, measureInTurns, startContender } from "../runner/contender.js";
import { installPeers } from "../runner/install-peers.js";
import { median } from "../runner/measure.js";
import { type CaseReport, caseReport, type PartReport, partReport } from "../runner/report.js";
import type { BenchmarkCase, CaseContext } from "./benchmark-case.js";
import { atLeast, type Goal } from "./goals.js";

/** How many times as fast as each peer, at least. */
interface Ratios {
  readonly ccxt: number;
  readonly naive: number;
  readonly native: number;
}

/** A case that goes from frames to books, with what it must reach and what it should. */
interface FramesToBooks {
  readonly name: string;
  readonly corpora: readonly CorpusOptions[];
  readonly floor?: Ratios;
  readonly goal: Ratios;
}

const seeds = [1, 2, 3] as const;
const wholeEngine = "ours, whole engine";

function corporaOf(levels: readonly number[], rest: Omit<CorpusOptions, "seed" | "levels">): readonly CorpusOptions[] {
  return levels.flatMap((count) => seeds.map((seed) => ({ seed, levels: count, ...rest })));
}

/** Compressed updates, three seeds times three sizes of books. */
export const pipeline: BenchmarkCase = framesToBooks({
  name: "pipeline",
  corpora: corporaOf([20, 200, 1000], { updates: 600 }),
  floor: { ccxt: 7, naive: 38, native: 0.6 },
  goal: { ccxt: 10, naive: 45, native: 0.8 },
});

/** Compressed full messages of 200 levels a side. */
export const snapshots: BenchmarkCase = framesToBooks({
  name: "snapshots",
  corpora: corporaOf([200], { updates: 120, messages: "snapshots" }),
  goal: { ccxt: 12, naive: 8, native: 0.75 },
});

/** Updates that are not compressed, against peers that get the same. */
export const plain: BenchmarkCase = framesToBooks({
  name: "plain",
  corpora: corporaOf([20, 200, 1000], { updates: 600, frames: "plain" }),
  goal: { ccxt: 9, naive: 90, native: 0.6 },
});

function framesToBooks(definition: FramesToBooks): BenchmarkCase {
  return { name: definition.name, run: async (context) => [await measureFrames(definition, context)] };
}

/** Measures every contestant over every corpus; books are checked in each turn. */
export async function measureFrames(
  { name, corpora, floor, goal }: FramesToBooks,
  context: CaseContext,
): Promise<CaseReport> {
  installPeers(context.peersFolder);
  const native = buildNative(dirname(context.peersFolder));
  const contenders: readonly Contender[] = [
    ...["ours", wholeEngine, "naive", "ccxt"].map((one) => startContender(one, context.peersFolder)),
    ...("program" in native ? [startNative(native.program)] : []),
  ];
  try {
    const parts: PartReport[] = [];
    for (const options of context.short ? corpora.slice(0, 1) : corpora) {
      for (const contender of contenders) await contender.load(options);
      const rates = await measureInTurns(contenders, context);
      const part = partReport(
        `${options.levels} levels, seed ${options.seed}`,
        new Map(Array.from(rates, ([who, list]) => [who, median(list)])),
      );
      context.progress(`${name}, ${part.name}: done`);
      parts.push(part);
    }
    const report = caseReport(name, "messages/s", parts);
    const goals = [...ratioGoals(`${name}-floor`, floor, report), ...ratioGoals(`${name}-goal`, goal, report)];
    return { ...report, goals, ...("missing" in native ? { notes: [`without native: ${native.missing}`] } : {}) };
  } finally {
    for (const contender of contenders) contender.close();
  }
}

function ratioGoals(id: string, wanted: Ratios | undefined, { ratios }: CaseReport): readonly Goal[] {
  if (wanted === undefined) return [];
  return [
    atLeast(`${id}-ccxt`, wanted.ccxt, "times ccxt", ratios["ccxt"]),
    atLeast(`${id}-naive`, wanted.naive, "times naive", ratios["naive"]),
    atLeast(`${id}-native`, wanted.native, "of native", ratios["native"]),
  ];
}
