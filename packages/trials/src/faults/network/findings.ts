/** What must never happen, as the summary names it. */
export const faultKinds = [
  "wrong",
  "unknown",
  "refusedByRate",
  "sentAfterHalt",
  "openAfterHalt",
  "aboveLimit",
  "fillsLost",
  "fillsDoubled",
  "hung",
  "warnings",
] as const;

/** One of {@link faultKinds}. */
export type FaultKind = (typeof faultKinds)[number];

/** What one scenario came to. */
export class Findings {
  /** Orders that the client was told to place. */
  orders = 0;
  /** What happened that must not, each as a sentence. */
  readonly faults: Readonly<Record<FaultKind, string[]>> = Object.fromEntries(
    faultKinds.map((kind) => [kind, [] as string[]]),
  ) as Record<FaultKind, string[]>;
  /** How often each thing was met, by its name. */
  readonly met: Record<string, number> = {};
  readonly #needs: { readonly name: string; readonly min: number }[] = [];

  /** Something happened that must not. */
  fault(kind: FaultKind, sentence: string): void {
    this.faults[kind].push(sentence);
  }

  /** Something was met. */
  meet(name: string, times = 1): void {
    this.met[name] = (this.met[name] ?? 0) + times;
  }

  /** The scenario is about this: when it is over, it was met so often, or nothing is proven. */
  need(name: string, min = 1): void {
    this.#needs.push({ name, min });
  }

  /** What was not met that the scenario is about. */
  get missing(): readonly string[] {
    return this.#needs.flatMap(({ name, min }) => {
      const times = this.met[name] ?? 0;
      return times < min ? [`${name}: ${times}, at least ${min} wanted`] : [];
    });
  }
}
