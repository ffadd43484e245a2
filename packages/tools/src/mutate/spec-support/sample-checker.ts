import { createHash } from "node:crypto";
import { drawEvenly } from "../sample.js";

/** What is drawn, as `150,1` (how many, seed): an environment variable, as Stryker's child inherits it. */
export const mutantSampleVariable = "MUTANT_SAMPLE";

/** Name of the checker in Stryker's configuration. */
export const sampleCheckerName = "sample";

/** A mutant, as Stryker gives it to checkers. */
interface CheckedMutant {
  readonly id: string;
}

type CheckResult = { readonly status: "passed" } | { readonly status: "compileError"; readonly reason: string };

/**
 * A checker of Stryker's that lets a sample pass. Those it holds back are reported as not testable, the one verdict that a
 * checker can give.
 */
class SampleChecker {
  #drawn: ReadonlySet<string> | undefined;

  async init(): Promise<void> {}

  /** The sample is drawn of all, and stands in an order that the seed decides: of a run that is ended the tested ones are a sample too. */
  async group(mutants: readonly CheckedMutant[]): Promise<readonly (readonly string[])[]> {
    if (this.#drawn !== undefined) {
      throw new Error("Stryker gave its mutants to the checker in parts: a sample of each part is none of all");
    }
    const [count = 0, seed = 0] = (process.env[mutantSampleVariable] ?? "").split(",").map(Number);
    const drawn = drawEvenly(mutants, { count, seed }).map(({ id }) => id);
    this.#drawn = new Set(drawn);
    const others = mutants.map(({ id }) => id).filter((id) => !this.#drawn?.has(id));
    // A group each, as the mutants of one group are tested in the order of their places.
    return [...(others.length === 0 ? [] : [others]), ...inDrawnOrder(drawn, seed).map((id) => [id])];
  }

  async check(mutants: readonly CheckedMutant[]): Promise<Readonly<Record<string, CheckResult>>> {
    return Object.fromEntries(
      mutants.map(({ id }) => [
        id,
        this.#drawn?.has(id) ? { status: "passed" } : { status: "compileError", reason: "not drawn" },
      ]),
    );
  }
}

function inDrawnOrder(ids: readonly string[], seed: number): readonly string[] {
  const places = new Map(ids.map((id) => [id, createHash("sha256").update(`${seed}:${id}`).digest("hex")]));
  return ids.toSorted((one, other) => ((places.get(one) ?? "") < (places.get(other) ?? "") ? -1 : 1));
}

/** What Stryker looks for in a plugin. */
export const strykerPlugins: readonly object[] = [
  { kind: "Checker", name: sampleCheckerName, injectableClass: SampleChecker },
];
