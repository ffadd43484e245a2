import type { RankHabit } from "./market-side.js";

/** How a venue's messages look: where changes fall, and how they are written. */
export interface Traffic {
  readonly ranks: RankHabit;
  /** Which pair has the next update: each as often as any other, or the first ones far more often. */
  readonly pairs: "uniform" | "zipf";
  /** In which order an update's rows stand. Rows of full messages stand best first everywhere. */
  readonly rows: "shuffled" | "sorted";
  /** Zeros at the end of a decimal. */
  readonly zeros: "left-out" | "written";
}

/** Name of a kind of traffic. */
export type TrafficName = "usual" | "top" | "uniform" | "zipf";

/**
 * `usual` has the sizes and habits of real messages, and was there while the code was written. The others came later, and no code
 * was made for them.
 */
export const traffics: Readonly<Record<TrafficName, Traffic>> = {
  usual: { ranks: { topPart: 0.5, meanRankAtTop: 6 }, pairs: "uniform", rows: "shuffled", zeros: "left-out" },
  top: { ranks: { topPart: 1, meanRankAtTop: 2 }, pairs: "uniform", rows: "sorted", zeros: "left-out" },
  uniform: { ranks: { topPart: 0, meanRankAtTop: 0 }, pairs: "uniform", rows: "shuffled", zeros: "written" },
  zipf: { ranks: { topPart: 0.5, meanRankAtTop: 6 }, pairs: "zipf", rows: "sorted", zeros: "written" },
};

/** What a kind of traffic is, for the name of a corpus. */
export function describeTraffic(name: TrafficName): string {
  const { rows, zeros } = traffics[name];
  return `${name}, rows ${rows}${zeros === "written" ? ", zeros written" : ""}`;
}

/** Draws an index below `count`: the n-th is drawn 1 / n as often as the first. */
export function createZipf(count: number, random: () => number): () => number {
  const sums: number[] = [];
  for (let rank = 1, sum = 0; rank <= count; rank++) {
    sum += 1 / rank;
    sums.push(sum);
  }
  const total = sums.at(-1) ?? 0;
  return () => {
    const drawn = random() * total;
    return sums.findIndex((sum) => drawn < sum);
  };
}
