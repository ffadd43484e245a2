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
  #wasAsked = false;

  async init(): Promise<void> {}

  /** One group: the sample is drawn of all. */
  async group(mutants: readonly CheckedMutant[]): Promise<readonly (readonly string[])[]> {
    if (this.#wasAsked) {
      throw new Error("Stryker gave its mutants to the checker in parts: a sample of each part is none of all");
    }
    this.#wasAsked = true;
    return [mutants.map(({ id }) => id)];
  }

  async check(mutants: readonly CheckedMutant[]): Promise<Readonly<Record<string, CheckResult>>> {
    const [count = 0, seed = 0] = (process.env[mutantSampleVariable] ?? "").split(",").map(Number);
    const drawn = new Set(drawEvenly(mutants, { count, seed }).map(({ id }) => id));
    return Object.fromEntries(
      mutants.map(({ id }) => [
        id,
        drawn.has(id) ? { status: "passed" } : { status: "compileError", reason: "not drawn" },
      ]),
    );
  }
}

/** What Stryker looks for in a plugin. */
export const strykerPlugins: readonly object[] = [
  { kind: "Checker", name: sampleCheckerName, injectableClass: SampleChecker },
];
