import type { CountedCase } from "./counted-case.js";

/** Which figure a verdict is about. */
export type GateMethod = "instructions" | "ratios";

/** One case held against its baseline. */
export interface GateVerdict {
  readonly case: CountedCase;
  readonly baseline: number;
  readonly got: number;
  /** Percent more (of instructions) or less (of a ratio, below zero) than the baseline. */
  readonly changePercent: number;
  readonly passed: boolean;
}

/** Most percent of instructions more; least percent of a ratio. */
export const gateLimits = { instructions: 3, ratios: -10 } as const;

/** Holds figures against their baseline. Figures that became better pass: the baseline is renewed then, or the gate is wide by so much. */
export function judge(
  method: GateMethod,
  baseline: Readonly<Partial<Record<CountedCase, number>>>,
  got: ReadonlyMap<CountedCase, number>,
): readonly GateVerdict[] {
  return Array.from(got, ([name, figure]) => {
    const before = baseline[name];
    if (before === undefined) {
      throw new RangeError(`the baseline has no case "${name}"`);
    }
    const changePercent = changeOf(before, figure);
    const passed = passes(method, before, figure);
    return { case: name, baseline: before, got: toHundredths(figure), changePercent, passed };
  });
}

/** Whether a figure holds against its baseline. */
export function passes(method: GateMethod, before: number, figure: number): boolean {
  const changePercent = changeOf(before, figure);
  return method === "instructions" ? changePercent < gateLimits.instructions : changePercent > gateLimits.ratios;
}

function changeOf(before: number, figure: number): number {
  return toHundredths((figure / before - 1) * 100);
}

function toHundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
