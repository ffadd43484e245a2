import type { DataStore } from "./data-store.js";
import type { RecordKind } from "./record-keys.js";

/** What of a kind is kept. */
export interface WindowLimits {
  readonly maxCount: number;
  /** In milliseconds. */
  readonly maxAgeMs: number;
}

/** After so many new records the oldest are looked at. */
const lookEvery = 1_000;

/** So many of the oldest are looked at together. */
const lookedAtOnce = 1_000;

/** Numbered records of which the newest are kept: what is too many, or too old, is forgotten. */
export class NumberWindow {
  readonly #store: DataStore;
  readonly #kind: RecordKind;
  readonly #limits: WindowLimits;
  /** When a record was made, epoch milliseconds. */
  readonly #atMsOf: (text: string) => number;
  #oldest: number;
  #added = 0;
  #forgetting: Promise<void> | undefined;

  constructor(
    store: DataStore,
    kind: RecordKind,
    { oldest, limits, atMsOf }: { oldest: number; limits: WindowLimits; atMsOf: (text: string) => number },
  ) {
    this.#store = store;
    this.#kind = kind;
    this.#limits = limits;
    this.#atMsOf = atMsOf;
    this.#oldest = oldest;
  }

  /** The number before which nothing is kept. */
  get oldest(): number {
    return this.#oldest;
  }

  /** A record was added. @param nowMs epoch milliseconds */
  added(n: number, nowMs: number): void {
    this.#added++;
    if (this.#added >= lookEvery) {
      this.forget(n, nowMs);
    }
  }

  /** Forgets what is too many or too old. @param last number of the newest record; @param nowMs epoch milliseconds */
  forget(last: number, nowMs: number): void {
    this.#added = 0;
    this.#forgetting ??= this.#forget(last, nowMs)
      // What could not be forgotten now is forgotten later.
      .catch(() => {})
      .finally(() => {
        this.#forgetting = undefined;
      });
  }

  /** Resolves when nothing is being forgotten. */
  async settled(): Promise<void> {
    await this.#forgetting;
  }

  async #forget(last: number, nowMs: number): Promise<void> {
    const { maxCount, maxAgeMs } = this.#limits;
    const from = Math.max(this.#oldest, last - maxCount + 1);
    const before = await this.#firstSince(from, nowMs - maxAgeMs);
    if (before > this.#oldest) {
      // Readers count what is gone from here on.
      this.#oldest = before;
      await this.#store.clear(this.#kind, before);
    }
  }

  /** Number of the first record that is young enough, from a number on. */
  async #firstSince(from: number, sinceMs: number): Promise<number> {
    for (let next = from; ; ) {
      const records = await this.#store.list(this.#kind, { from: next, limit: lookedAtOnce });
      const young = records.find(({ text }) => this.#atMsOf(text) >= sinceMs);
      const end = records.at(-1);
      if (young !== undefined || end === undefined) {
        return young?.n ?? next;
      }
      next = end.n + 1;
    }
  }
}
