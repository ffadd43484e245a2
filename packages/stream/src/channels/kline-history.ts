import type { CancelTimer, Clock } from "@depthwire/core";
import type { PushedKline } from "@depthwire/core/internal";
import { klinePeriodMs, type Pair } from "@depthwire/schema";
import type { PushedPeriod } from "./kline-period.js";
import { maxKlines } from "./kline-series.js";
import type { KlineSource } from "./kline-source.js";

/** How often and how long the venue is asked for candles. */
export interface KlineHistoryOptions {
  /** Most attempts at one hole; only one while the last hole could not be filled. */
  readonly attempts: number;
  /** Wait before the second attempt, milliseconds; it doubles with each further one. */
  readonly retryMs: number;
  /** An answer that takes longer has failed, milliseconds. */
  readonly timeoutMs: number;
}

/** Defaults of {@link KlineHistoryOptions}. */
export const defaultKlineHistoryOptions: KlineHistoryOptions = { attempts: 4, retryMs: 500, timeoutMs: 10_000 };

/** What a {@link KlineHistory} is made of. */
export interface KlineHistoryParts {
  readonly pair: Pair;
  readonly period: PushedPeriod;
  /** Undefined: nobody can be asked. */
  readonly source: KlineSource | undefined;
  readonly clock: Clock;
  readonly options: KlineHistoryOptions;
}

/** Where candles are missing. */
export interface KlineHole {
  /** Candles from here on; those before are known. */
  readonly fromMs: number;
  /** The candle that is known again. */
  readonly beforeMs: number;
  /** The newest candle that is known: the venue answers the latest ones, so it answers all between as well. */
  readonly newestMs: number;
}

/** What the venue had for a hole. */
export interface KlineAnswer {
  /** Oldest first, each from the hole's beginning on and before its end. */
  readonly klines: readonly PushedKline[];
  /** Whether the answer has a candle that opened when the hole begins, or before. */
  readonly reachesBack: boolean;
  /** Whether the venue has no older ones. */
  readonly isAll: boolean;
}

/** Asks the venue for candles, again where it fails or has not caught up. */
export class KlineHistory {
  readonly #parts: KlineHistoryParts;
  readonly #closed = new AbortController();
  /** Whether the last asking ended in nothing: the next one does not hold the stream up as long. */
  #isFailing = false;

  constructor(parts: KlineHistoryParts) {
    this.#parts = parts;
  }

  /** Whether there is anybody to ask. */
  get isAvailable(): boolean {
    return this.#parts.source !== undefined;
  }

  /** Asks for what is in a hole. Undefined: the venue did not give it, or this was closed. Never rejects. */
  async ask(hole: KlineHole): Promise<KlineAnswer | undefined> {
    const { source, options } = this.#parts;
    if (source === undefined) {
      return undefined;
    }
    const { retryMs } = options;
    const attempts = this.#isFailing ? 1 : options.attempts;
    for (let attempt = 0; attempt < attempts && !this.#closed.signal.aborted; attempt++) {
      if (attempt > 0) {
        await this.#pause(retryMs * 2 ** (attempt - 1));
      }
      const answer = await this.#askOnce(source, hole);
      if (answer !== undefined) {
        this.#isFailing = false;
        return answer;
      }
    }
    this.#isFailing = true;
    return undefined;
  }

  close(): void {
    this.#closed.abort();
  }

  async #askOnce(source: KlineSource, hole: KlineHole): Promise<KlineAnswer | undefined> {
    const { pair, period } = this.#parts;
    const periodMs = klinePeriodMs[period];
    // Two more, because the venue may be a candle ahead, and one before the hole shows that the answer joins it.
    const size = Math.min(maxKlines, Math.ceil((hole.newestMs - hole.fromMs) / periodMs) + 3);
    try {
      const klines = await this.#within((signal) => source(pair, { period, size, signal }));
      return judge(klines, hole, size);
    } catch {
      // Asks again; in the end the caller reports that the history cannot be had.
      return undefined;
    }
  }

  /** Runs a request that ends in time, or with this. */
  async #within<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const { clock, options } = this.#parts;
    const ends = new AbortController();
    const end = (): void => ends.abort();
    this.#closed.signal.addEventListener("abort", end);
    const cancel = clock.after(options.timeoutMs, end);
    try {
      // A source that does not heed its signal holds nothing up.
      return await Promise.race([run(ends.signal), rejectedBy(ends.signal)]);
    } finally {
      cancel();
      this.#closed.signal.removeEventListener("abort", end);
    }
  }

  #pause(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const { signal } = this.#closed;
      let cancel: CancelTimer | undefined;
      const done = (): void => {
        cancel?.();
        signal.removeEventListener("abort", done);
        resolve();
      };
      cancel = this.#parts.clock.after(delayMs, done);
      signal.addEventListener("abort", done);
    });
  }
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
}

/** Undefined for an answer that ends before the hole does: the venue has not caught up, and its newest may not be final. */
function judge(answered: readonly PushedKline[], hole: KlineHole, size: number): KlineAnswer | undefined {
  const klines = answered.toSorted((one, other) => one.openedAtMs - other.openedAtMs);
  const oldest = klines[0];
  const newest = klines.at(-1);
  if (oldest === undefined || newest === undefined || newest.openedAtMs < hole.beforeMs) {
    return undefined;
  }
  return {
    klines: klines.filter(({ openedAtMs }) => openedAtMs >= hole.fromMs && openedAtMs < hole.beforeMs),
    reachesBack: oldest.openedAtMs <= hole.fromMs,
    isAll: klines.length < size,
  };
}
