import { dirname } from "node:path";
import { buildNative, startNative } from "../contestants/native.js";
import { type CorpusOptions, corpusName } from "../corpus/depth-corpus.js";
import { type Contender, measureInTurns, startContender } from "../runner/contender.js";
import { installPeers } from "../runner/install-peers.js";
import { median } from "../runner/measure.js";
import { peerVersions } from "../runner/peer-versions.js";
import { type CaseReport, caseReport, type PartReport, partReport } from "../runner/report.js";
import type { BenchmarkCase, CaseContext } from "./benchmark-case.js";
import { atLeast, type Goal } from "./goals.js";

/** How many times as fast as each peer, at least. */
interface Ratios {
  readonly ccxt?: number;
  readonly naive?: number;
  readonly native?: number;
}

/** A case that goes from frames to books, with what it must reach and what it should. */
interface FramesToBooks {
  readonly name: string;
  readonly corpora: readonly CorpusOptions[];
  readonly goal?: Ratios;
  /** What the whole engine should reach, against the native program. */
  readonly engineNative?: number;
}

const seeds = [1, 2, 3] as const;
const levelCounts = [20, 200, 1000] as const;
const wholeEngine = "ours, whole engine";

function corporaOf(levels: readonly number[], rest: Omit<CorpusOptions, "seed" | "levels">): readonly CorpusOptions[] {
  return levels.flatMap((count) => seeds.map((seed) => ({ seed, levels: count, ...rest })));
}

/** Compressed updates, three seeds times three sizes of books. */
export const pipeline: BenchmarkCase = framesToBooks({
  name: "pipeline",
  corpora: corporaOf(levelCounts, { updates: 600 }),
  goal: { ccxt: 7, naive: 45, native: 1.15 },
  engineNative: 1,
});

/** The same with traffic that no code was made for, each kind with three sizes of books. */
export const foreign: BenchmarkCase = framesToBooks({
  name: "foreign",
  corpora: (["top", "uniform", "zipf"] as const).flatMap((traffic) =>
    levelCounts.map((levels) => ({ seed: 1, levels, updates: 600, traffic })),
  ),
});

/** Compressed full messages of 200 levels a side. */
export const snapshots: BenchmarkCase = framesToBooks({
  name: "snapshots",
  corpora: corporaOf([200], { updates: 120, messages: "snapshots" }),
  goal: { ccxt: 10, native: 0.65 },
});

/** Updates that are not compressed, against peers that get the same. */
export const plain: BenchmarkCase = framesToBooks({
  name: "plain",
  corpora: corporaOf(levelCounts, { updates: 600, frames: "plain" }),
  goal: { ccxt: 9, native: 0.9 },
});

function framesToBooks(definition: FramesToBooks): BenchmarkCase {
  return { name: definition.name, run: async (context) => [await measureFrames(definition, context)] };
}

/** Measures every contestant over every corpus; books are checked in each turn. */
export async function measureFrames(
  { name, corpora, goal, engineNative }: FramesToBooks,
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
      for (const contender of contenders) {
        await contender.load(options);
      }
      const rates = await measureInTurns(contenders, context);
      const part = partReport(corpusName(options), new Map(Array.from(rates, ([who, list]) => [who, median(list)])));
      context.progress(`${name}, ${part.name}: done`);
      parts.push(part);
    }
    const report = caseReport(name, "messages/s", parts);
    return {
      ...report,
      goals: [...ratioGoals(name, goal, report), ...engineGoals(name, engineNative, report)],
      versions: peerVersions(context.peersFolder, native),
      ...("missing" in native ? { notes: [`without native: ${native.missing}`] } : {}),
    };
  } finally {
    for (const contender of contenders) {
      contender.close();
    }
  }
}

function ratioGoals(name: string, wanted: Ratios = {}, { ratios }: CaseReport): readonly Goal[] {
  return Object.entries(wanted).map(([peer, min]) =>
    atLeast(`${name}-${peer}`, min, peer === "native" ? "of native" : `times ${peer}`, ratios[peer]),
  );
}

function engineGoals(name: string, min: number | undefined, { peers }: CaseReport): readonly Goal[] {
  if (min === undefined) {
    return [];
  }
  const { [wholeEngine]: engine, native } = peers;
  const ratio = engine === undefined || native === undefined ? undefined : engine / native;
  return [atLeast(`${name}-engine-native`, min, "of native, whole engine", ratio)];
}
