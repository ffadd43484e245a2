import { readFileSync, writeFileSync } from "node:fs";
import { type CountedCase, countedCases } from "./counted-case.js";
import type { Machine } from "./machine.js";

/** What the gate holds a run against. Committed; `--gate --renew` writes it. */
export interface Baseline {
  readonly machine: Machine;
  /** Version of valgrind. */
  readonly valgrind: string;
  /** Beginning of the SHA-256 of what is worked on: another zlib makes other frames. */
  readonly work: Readonly<Record<CountedCase, string>>;
  readonly instructionsPerMessage: Readonly<Record<CountedCase, number>>;
  /** How many times as fast as the plain way. */
  readonly ratios: Readonly<Record<CountedCase, number>>;
}

/** @throws Error when there is none, or it lacks a case */
export function readBaseline(file: string): Baseline {
  const baseline = JSON.parse(readFileSync(file, "utf8")) as Baseline;
  const missing = countedCases.filter(
    (name) => !(baseline.instructionsPerMessage[name] > 0) || !(baseline.ratios[name] > 0),
  );
  if (missing.length > 0) {
    throw new Error(`the baseline lacks ${missing.join(", ")}: renew it with --gate --renew`);
  }
  return baseline;
}

/** Replaces the file. */
export function writeBaseline(file: string, baseline: Baseline): void {
  writeFileSync(file, `${JSON.stringify(baseline, undefined, 2)}\n`);
}
