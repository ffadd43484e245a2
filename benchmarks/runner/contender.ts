import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { CorpusOptions } from "../corpus/depth-corpus.js";
import type { ContestantAnswer, ContestantOrder } from "./contestant-entry.js";
import type { Measured } from "./replay.js";

/** One contestant in a process of its own: what one warms up, and what it leaves behind, is not another's. */
export interface Contender {
  readonly name: string;
  load(corpus: CorpusOptions): Promise<void>;
  /** Works for so long, and checks the books that come of it. @throws Error when one is wrong */
  run(minMs: number): Promise<Measured>;
  close(): void;
}

/** Loaded from sources (by a test runner), the process still runs the built file. */
const entry = new URL(
  import.meta.url.endsWith(".ts") ? "../dist/runner/contestant-entry.js" : "./contestant-entry.js",
  import.meta.url,
);

/** Starts a contestant of this repository. */
export function startContender(name: string, peersFolder: string): Contender {
  const child = fork(fileURLToPath(entry), [name, peersFolder]);
  const ask = async (order: ContestantOrder): Promise<ContestantAnswer> => {
    child.send(order);
    const answer = await answerOf(child);
    if ("error" in answer) {
      throw new Error(`${name}: ${answer.error}`);
    }
    return answer;
  };
  return {
    name,
    load: async (corpus) => {
      await ask({ kind: "load", corpus });
    },
    run: async (minMs) => (await ask({ kind: "run", minMs })) as Measured,
    close: () => child.disconnect(),
  };
}

/** Whichever comes first takes its listener and the other's away: a child that is asked often would gather them. */
async function answerOf(child: ChildProcess): Promise<ContestantAnswer> {
  const heard = new AbortController();
  const { signal } = heard;
  const ended = once(child, "exit", { signal }).then(([code]) => ({ error: `its process ended with ${String(code)}` }));
  const answer = once(child, "message", { signal }).then(([message]) => message as ContestantAnswer);
  const both = [answer, ended];
  try {
    return await Promise.race(both);
  } finally {
    heard.abort();
    await Promise.allSettled(both);
  }
}

/** How contenders are measured. */
export interface TurnOptions {
  /** Passes over all of them; the median counts. */
  readonly passes: number;
  /** What one works at a time, in milliseconds. */
  readonly minMs: number;
}

/** The pass that warms up is so many times as long as the others. */
const warmUpFactor = 3;

/** Operations a second of each, a list a contender: they take turns, and the order rotates from pass to pass. */
export async function measureInTurns(
  contenders: readonly Contender[],
  { passes, minMs }: TurnOptions,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const rates = new Map(contenders.map(({ name }): [string, number[]] => [name, []]));
  for (const contender of contenders) {
    await contender.run(minMs * warmUpFactor);
  }
  for (let pass = 0; pass < passes; pass++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      const contender = contenders[(turn + pass) % contenders.length] as Contender;
      const { operations, elapsedMs } = await contender.run(minMs);
      rates.get(contender.name)?.push((operations / elapsedMs) * 1000);
    }
  }
  return rates;
}
