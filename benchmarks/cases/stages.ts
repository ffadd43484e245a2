import { createInflate } from "@depthwire/book";
import { scannerFor } from "@depthwire/book/internal";
import { defaultFrameLimits } from "@depthwire/core";
import { createDepthChannel, createFrameBody, decodeFrame } from "@depthwire/core/internal";
import { createCcxt } from "../contestants/ccxt.js";
import { checkBooks } from "../contestants/check-books.js";
import type { BookContestant } from "../contestants/contestant.js";
import { textOfFrame } from "../contestants/json-message.js";
import { createPieces } from "../contestants/pieces.js";
import { createWholeEngine } from "../contestants/whole-engine.js";
import { createDepthCorpus, type DepthCorpus } from "../corpus/depth-corpus.js";
import { installPeers } from "../runner/install-peers.js";
import { type Entrant, measure } from "../runner/measure.js";
import type { CaseReport, PartReport } from "../runner/report.js";
import type { BenchmarkCase, CaseContext } from "./benchmark-case.js";

const nsPerSecond = 1e9;
const usPerMs = 1e3;

/** Most levels of one list that is scanned. */
const maxLevels = 2_000;

/** Rounds of all ways. The best of each counts: what else the machine does only ever adds to processor time too, and a difference of two medians is mostly that. */
const rounds = 12;

/** What is done with a message, each step after the one before. */
const stageNames = ["inflate", "parse", "book", "session and views"] as const;

/**
 * What each stage of a message takes. Whole ways are measured, each one stage longer than the one before; a stage is the difference of two,
 * since stages that run alone find other things in the caches.
 */
export const stages: BenchmarkCase = {
  name: "stages",
  async run(context) {
    installPeers(context.peersFolder);
    const corpus = createDepthCorpus({ seed: 1, levels: 200, updates: context.short ? 200 : 6_000 });
    const ours = [
      inflating(corpus),
      scanning(corpus),
      applying("pieces", createPieces(), corpus),
      applying("engine", createWholeEngine(createInflate), corpus),
    ];
    const peers = [
      reading("inflateSync", corpus, (frame) => textOfFrame(frame).length),
      reading("JSON.parse", corpus, (frame) => (JSON.parse(textOfFrame(frame)) as { d: { seq: number } }).d.seq),
      applying("ccxt", await createCcxt(context.peersFolder), corpus),
    ];
    const rates = bestOf([...ours, ...peers], context);
    context.progress("stages: done");
    const timesOf = (ways: readonly Entrant[]): readonly number[] =>
      ways.map(({ name }) => nsPerSecond / (rates.get(name) as number));
    return [stagesReport(timesOf(ours), timesOf(peers))];
  },
};

function bestOf(ways: readonly Entrant[], { minMs, short }: CaseContext): ReadonlyMap<string, number> {
  const best = new Map<string, number>();
  for (let round = 0; round < (short ? 1 : rounds); round++) {
    for (const [name, rate] of measure(ways, { passes: 1, minMs })) {
      best.set(name, Math.max(best.get(name) ?? 0, rate));
    }
  }
  return best;
}

/** Of the processor: while others have it, nothing passes. */
function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / usPerMs;
}

/**
 * The stages from whole ways.
 *
 * @param oursNs nanoseconds a message of our ways, each one stage longer than the one before; `ccxtNs` ccxt's, which has no last stage
 */
export function stagesReport(oursNs: readonly number[], ccxtNs: readonly number[]): CaseReport {
  const parts = stageNames.map((name, index): PartReport => {
    const [ours, ccxt] = [stageOf(oursNs, index), stageOf(ccxtNs, index)];
    return { name, ours, peers: { ccxt }, ratios: { ccxt: ratioOf(ccxt, ours) } };
  });
  const sum = (pick: (part: PartReport) => number): number => parts.reduce((all, part) => all + pick(part), 0);
  const [ours, ccxt] = [sum((part) => part.ours), sum((part) => part.peers["ccxt"] ?? 0)];
  return { case: "stages", unit: "ns a message", ours, peers: { ccxt }, ratios: { ccxt: ratioOf(ccxt, ours) }, parts };
}

/** What a way takes more than the one before. Two that are equal but for noise have nothing between them. */
function stageOf(waysNs: readonly number[], index: number): number {
  const way = waysNs[index];
  return way === undefined ? 0 : Math.max(0, Math.round(way - (waysNs[index - 1] ?? 0)));
}

function ratioOf(theirs: number, ours: number): number {
  return ours === 0 ? 0 : Math.round((theirs / ours) * 100) / 100;
}

/** The frame codec and inflate: bounded, checksummed, trailing bytes refused. */
function inflating(corpus: DepthCorpus): Entrant {
  const inflate = createInflate();
  const body = createFrameBody();
  return reading("inflate", corpus, (frame) => decodeFrame(frame, inflate, defaultFrameLimits, body).end);
}

/** The same, scanned to scaled integers. */
function scanning(corpus: DepthCorpus): Entrant {
  const inflate = createInflate();
  const body = createFrameBody();
  const scanner = scannerFor(inflate, maxLevels);
  corpus.pairs.forEach((shape, index) => {
    scanner.add(createDepthChannel(shape.pair, shape, index), 1);
  });
  return reading("scan", corpus, (frame) => {
    if (scanner.scan(decodeFrame(frame, inflate, defaultFrameLimits, body)) === undefined) {
      throw new Error("the scanner did not know a message of the corpus");
    }
    return scanner.sink.seq;
  });
}

function reading(name: string, { updates }: DepthCorpus, read: (frame: Uint8Array) => number): Entrant {
  let seen = 0;
  return {
    name,
    operations: updates.length,
    run() {
      const before = process.cpuUsage();
      for (const frame of updates) {
        seen += read(frame);
      }
      return cpuMsSince(before);
    },
    // What was read is looked at, so that no engine may leave the work out.
    check() {
      if (Number.isNaN(seen)) {
        throw new Error(`${name} read something that is no number`);
      }
    },
  };
}

function applying(name: string, contestant: BookContestant, corpus: DepthCorpus): Entrant {
  return {
    name,
    operations: corpus.updates.length,
    run() {
      contestant.load(corpus);
      const before = process.cpuUsage();
      for (const frame of corpus.updates) {
        contestant.apply(frame);
      }
      return cpuMsSince(before);
    },
    check() {
      checkBooks(contestant, corpus);
    },
  };
}
