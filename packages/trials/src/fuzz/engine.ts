import { setImmediate as nextTurn } from "node:timers/promises";
import type { Random } from "@depthwire/core";
import { randomInteger } from "@depthwire/testkit";
import { uncaughtFinding } from "./attempt.js";
import type { Coverage } from "./coverage.js";
import { crossed, damageBytes, once, pick } from "./generate/bytes.js";
import { minimise } from "./minimise.js";
import type { Finding, Judgement, OpenTarget } from "./target.js";

/** Inputs between two questions to V8: few while each batch reaches something new, since its inputs are run again then; many later. */
const batchInputs = { min: 16, max: 256 } as const;
/** No input grows beyond this. */
const maxInputBytes = 32_768;
/** Most inputs that are kept because they reached something new. */
const maxKept = 4_000;
/** Questions that making an input smaller may take; each question whether one is slow takes its time. */
const minimiseTries = { usual: 1_500, slow: 60 } as const;
/** An input is slow only if it is so each time: another process may have had the core, or the compiler. */
const slowLooks = 3;

/** A finding with the smallest input that shows it. */
export interface Crasher {
  readonly finding: Finding;
  readonly input: Uint8Array;
}

/** What one target came to. */
export interface TargetReport {
  readonly inputs: number;
  readonly taken: number;
  readonly edges: number;
  /** Inputs that were kept because they reached something new. */
  readonly kept: number;
  readonly crashers: readonly Crasher[];
}

/** Whom a run tells, and what ends it. */
export interface EngineOptions {
  readonly random: Random;
  readonly inputs: number;
  /** Different findings after which the target is given up. */
  readonly maxFindings: number;
  /** Whether the time is over; asked once a batch. */
  isOver(): boolean;
  /** Told before each input, so that one that never ends is known. */
  starts(input: Uint8Array): void;
  /** Inputs of earlier crashers, which are tried first and mutated like seeds. */
  readonly earlier: readonly Uint8Array[];
  /** What was thrown outside any call, since the last question. */
  strayErrors?(): readonly unknown[];
}

/** Generates, runs, looks what was reached, keeps what reached something new, and mutates that. */
export class Engine {
  readonly #target: OpenTarget;
  readonly #coverage: Coverage;
  readonly #options: EngineOptions;
  readonly #corpus: Uint8Array[] = [];
  readonly #crashers = new Map<string, Crasher>();
  #inputs = 0;
  #taken = 0;
  #batchInputs: number = batchInputs.min;

  constructor(target: OpenTarget, coverage: Coverage, options: EngineOptions) {
    this.#target = target;
    this.#coverage = coverage;
    this.#options = options;
  }

  async run(): Promise<TargetReport> {
    const { inputs, isOver, earlier, maxFindings } = this.#options;
    this.#coverage.reset();
    for (const seed of [...this.#target.seeds, ...earlier]) {
      await this.#runAlone(seed);
    }
    while (this.#inputs < inputs && !isOver() && this.#crashers.size < maxFindings) {
      const batch = Array.from({ length: Math.min(this.#batchInputs, inputs - this.#inputs) }, () => this.#next());
      const [alone, ...rest] = batch as [Uint8Array, ...Uint8Array[]];
      // Counts of single inputs tell loops that went round more often; asking for each input would cost more than most inputs.
      await this.#runAlone(alone);
      await this.#runBatch(rest);
      // Native memory of what was collected, and rejections that nobody handled, are dealt with between two turns alone.
      await nextTurn();
    }
    const { edges } = this.#coverage;
    return {
      inputs: this.#inputs,
      taken: this.#taken,
      edges,
      kept: this.#corpus.length,
      crashers: [...this.#crashers.values()],
    };
  }

  #next(): Uint8Array {
    const { random } = this.#options;
    if (this.#corpus.length === 0 || once(random, 5)) {
      return this.#target.generate(random);
    }
    // Half of the time one of the newest: what they reached has been mutated least.
    const length = this.#corpus.length;
    const from = once(random, 2) ? Math.max(0, length - 32) : 0;
    let input = this.#corpus[randomInteger(random, from, length - 1)] as Uint8Array;
    for (let changes = once(random, 3) ? randomInteger(random, 2, 4) : 1; changes > 0; changes--) {
      input = this.#changed(input, random);
    }
    return input.length > maxInputBytes ? input.slice(0, maxInputBytes) : input;
  }

  #changed(input: Uint8Array, random: Random): Uint8Array {
    if (once(random, 20)) {
      return crossed(input, pick(random, this.#corpus), random);
    }
    return once(random, 4) ? damageBytes(input, random, maxInputBytes) : this.#target.mutate(input, random);
  }

  async #runAlone(input: Uint8Array): Promise<void> {
    const hasNewFeatures = await this.#runOne(input);
    if (this.#coverage.look("one-input", true) > 0 && !hasNewFeatures) {
      this.#keep(input);
    }
  }

  async #runBatch(inputs: readonly Uint8Array[]): Promise<void> {
    for (const input of inputs) {
      await this.#runOne(input);
    }
    const hasNew = this.#coverage.look("batch", false) > 0;
    this.#batchInputs = hasNew
      ? Math.max(batchInputs.min, this.#batchInputs >>> 1)
      : Math.min(batchInputs.max, this.#batchInputs * 2);
    if (hasNew) {
      await this.#findKept(inputs);
      // What could not be shown again, since it hung on a state that is gone, is not looked for each time.
      this.#coverage.look("batch", true);
    }
  }

  /** Halves a batch that reached something new until the inputs are known that did. */
  async #findKept(inputs: readonly Uint8Array[]): Promise<void> {
    this.#coverage.reset();
    for (const input of inputs) {
      await this.#guarded(input);
    }
    if (this.#coverage.look("batch", inputs.length === 1) === 0) {
      return;
    }
    const [only] = inputs;
    if (inputs.length === 1 && only !== undefined) {
      this.#keep(only);
      return;
    }
    const middle = inputs.length >>> 1;
    await this.#findKept(inputs.slice(0, middle));
    await this.#findKept(inputs.slice(middle));
  }

  #keep(input: Uint8Array): void {
    if (this.#corpus.length < maxKept) {
      this.#corpus.push(input);
    } else {
      this.#corpus[randomInteger(this.#options.random, 0, maxKept - 1)] = input;
    }
  }

  /** Runs an input that counts, keeps it where it shows new features, and follows up what is wrong. @returns whether it was kept */
  async #runOne(input: Uint8Array): Promise<boolean> {
    this.#inputs += 1;
    const beganMs = performance.now();
    const { taken, features = [], findings = [] } = await this.#guarded(input);
    // Time that passed is at least the CPU time of this thread, and costs less to ask for.
    const mayBeSlow = (performance.now() - beganMs) * 1_000 > this.#patienceUs(input);
    this.#taken += taken ? 1 : 0;
    if (mayBeSlow && (await this.#isSlow(input))) {
      const detail = `more than ${Math.round(this.#patienceUs(input) / 1_000)} ms of CPU time for ${input.length} bytes`;
      await this.#followUp({ kind: "slow", signature: "slow", detail }, input);
    }
    for (const finding of findings) {
      await this.#followUp(finding, input);
    }
    const isNew = this.#coverage.note(features);
    if (isNew) {
      this.#keep(input);
    }
    return isNew;
  }

  async #guarded(input: Uint8Array): Promise<Judgement> {
    this.#options.starts(input);
    try {
      const judgement = await this.#target.run(input);
      const stray = this.#options.strayErrors?.() ?? [];
      return stray.length === 0
        ? judgement
        : { ...judgement, findings: [...(judgement.findings ?? []), ...stray.map(uncaughtFinding)] };
    } catch (error) {
      return { taken: false, findings: [uncaughtFinding(error)] };
    }
  }

  #patienceUs(input: Uint8Array): number {
    const { ms, usPerByte } = this.#target.patience;
    return ms * 1_000 + usPerByte * input.length;
  }

  async #isSlow(input: Uint8Array): Promise<boolean> {
    for (let look = 0; look < slowLooks; look++) {
      const before = process.cpuUsage();
      await this.#guarded(input);
      if (microseconds(process.cpuUsage(before)) <= this.#patienceUs(input)) {
        return false;
      }
    }
    return true;
  }

  async #followUp(finding: Finding, input: Uint8Array): Promise<void> {
    const key = `${finding.kind} ${finding.signature}`;
    if (this.#crashers.has(key)) {
      return;
    }
    // Known from here on: making it smaller shows it again and again.
    this.#crashers.set(key, { finding, input });
    const shows = async (candidate: Uint8Array): Promise<boolean> =>
      finding.kind === "slow"
        ? this.#isSlow(candidate)
        : ((await this.#guarded(candidate)).findings ?? []).some(
            ({ kind, signature }) => kind === finding.kind && signature === finding.signature,
          );
    if (!(await shows(input))) {
      // It hung on what came before it.
      return;
    }
    const tries = finding.kind === "slow" ? minimiseTries.slow : minimiseTries.usual;
    const { inner } = this.#target;
    const opened = inner?.open(input);
    const innerShows = async (candidate: Uint8Array): Promise<boolean> =>
      inner !== undefined && shows(inner.close(candidate));
    const smallest =
      opened !== undefined && inner !== undefined && (await innerShows(opened))
        ? inner.close(await minimise(opened, innerShows, tries))
        : await minimise(input, shows, tries);
    this.#crashers.set(key, { finding, input: smallest });
    this.#coverage.reset();
  }
}

function microseconds({ user, system }: NodeJS.CpuUsage): number {
  return user + system;
}
