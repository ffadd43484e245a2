import type { CorpusOptions } from "../corpus/depth-corpus.js";

/** The cases whose cost the gate holds against its baseline. */
export const countedCases = ["pieces", "engine", "snapshots", "plain", "signing", "replay"] as const;

/** Name of a counted case. */
export type CountedCase = (typeof countedCases)[number];

/** How many messages are worked on. */
export interface CountTerms {
  /** Messages before those that are counted: code is compiled meanwhile. */
  readonly warmUp: number;
  readonly counted: number;
}

const levels = 200;

/** The corpus of a case: updates of 200 levels a side, but for full messages and frames that are not compressed. */
export function corpusOf(name: CountedCase, { warmUp, counted }: CountTerms): CorpusOptions {
  const usual = { seed: 1, levels, updates: warmUp + counted };
  switch (name) {
    case "snapshots":
      return { ...usual, messages: "snapshots" };
    case "plain":
      return { ...usual, frames: "plain" };
    default:
      return usual;
  }
}

/** Terms of the gate: short, but behind the last time that code is compiled, which the engine's comes to later. */
export function gateTermsOf(name: CountedCase): CountTerms {
  switch (name) {
    case "engine":
      return { warmUp: 16_000, counted: 1_000 };
    case "snapshots":
      return { warmUp: 400, counted: 100 };
    case "replay":
      return { warmUp: 8_000, counted: 1_000 };
    default:
      return { warmUp: 4_000, counted: 1_000 };
  }
}
