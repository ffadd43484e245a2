import { existsSync, readFileSync } from "node:fs";
import type { CaseReport } from "../runner/report.js";

/** When and where a case was measured. */
export interface CaseOrigin {
  /** `2026-11-21`. */
  readonly date: string;
  readonly commit: string;
  readonly machine: string;
  /** Load of the machine, over one minute, as the case began and as it ended. */
  readonly load: readonly [before: number, after: number];
}

/** A case's figures with where they come from. */
export type KeptCase = CaseReport & { readonly origin: CaseOrigin };

/** The bytes of `npm run size` at one commit. */
export interface KeptSize {
  /** When the commit was made, ISO 8601. */
  readonly at: string;
  readonly commit: string;
  readonly bytes: Readonly<Record<string, number>>;
}

/** All figures that the page shows: what a run does not measure stays as it was. */
export interface KeptReport {
  readonly cases: readonly KeptCase[];
  /** In the order of time. */
  readonly sizes: readonly KeptSize[];
}

/** The figures of a file; none where it is missing. */
export function readKept(file: string): KeptReport {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as KeptReport) : { cases: [], sizes: [] };
}

/**
 * The kept figures with those of a run in place of older ones of the same cases.
 *
 * @param head the commit that was measured, for the history of sizes
 */
export function mergeKept(
  kept: KeptReport,
  measured: readonly KeptCase[],
  head: { readonly at: string; readonly commit: string },
): KeptReport {
  const byName = new Map(kept.cases.map((one) => [one.case, one]));
  for (const one of measured) {
    byName.set(one.case, one);
  }
  const size = measured.find((one) => one.case === "size");
  const sizes = kept.sizes.filter(({ commit }) => size === undefined || commit !== head.commit);
  return {
    cases: [...byName.values()],
    sizes:
      size === undefined
        ? sizes
        : [...sizes, { ...head, bytes: bytesOf(size) }].toSorted((one, other) => (one.at < other.at ? -1 : 1)),
  };
}

function bytesOf({ parts }: CaseReport): Readonly<Record<string, number>> {
  return Object.fromEntries(parts.map(({ name, ours }) => [name, ours]));
}

/** A case by its name. */
export function keptCase({ cases }: KeptReport, name: string): KeptCase | undefined {
  return cases.find((one) => one.case === name);
}

/** `2026-11-23, commit abc1234, load 1.2 to 3.4`. */
export function originWords({ date, commit, load: [before, after] }: CaseOrigin): string {
  const load = before === after ? String(before) : `${before} to ${after}`;
  return `${date}, commit ${commit}, load ${load}`;
}
