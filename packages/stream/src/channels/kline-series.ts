import { compareDecimal } from "@depthwire/core";
import type { PushedKline } from "@depthwire/core/internal";

/** What a candle was to a series. */
export type KlineChange = "new" | "update" | "correction" | "known" | "older";

/** As many as the venue answers at once. @spec document 1, Limits */
export const maxKlines = 1_000;

/**
 * Candles without a hole between them, oldest first, the latest {@link maxKlines}. A candle is known by its time of opening;
 * another one of the same time replaces it.
 */
export class KlineSeries {
  #klines: PushedKline[] = [];

  get length(): number {
    return this.#klines.length;
  }

  get oldest(): PushedKline | undefined {
    return this.#klines[0];
  }

  get newest(): PushedKline | undefined {
    return this.#klines.at(-1);
  }

  /** The latest ones, oldest first. */
  last(count: number): readonly PushedKline[] {
    return this.#klines.slice(-count);
  }

  /** Takes a candle in that is known to leave no hole. `older`: it lies before the series, which stays as it is. */
  put(kline: PushedKline): KlineChange {
    const { newest, oldest } = this;
    if (newest === undefined || oldest === undefined || kline.openedAtMs > newest.openedAtMs) {
      this.#klines.push(kline);
      if (this.#klines.length > maxKlines) {
        this.#klines.shift();
      }
      return "new";
    }
    if (kline.openedAtMs < oldest.openedAtMs) {
      return "older";
    }
    const at = this.#klines.findLastIndex(({ openedAtMs }) => openedAtMs <= kline.openedAtMs);
    const former = this.#klines[at] as PushedKline;
    if (former.openedAtMs < kline.openedAtMs) {
      // A candle that nobody traded in at first, between two that are known.
      this.#klines.splice(at + 1, 0, kline);
      return "correction";
    }
    if (saysTheSame(former, kline)) {
      return "known";
    }
    this.#klines[at] = kline;
    return at === this.#klines.length - 1 ? "update" : "correction";
  }

  /** Puts candles in front that leave no hole to the oldest, oldest first. */
  prepend(klines: readonly PushedKline[]): void {
    this.#klines = [...klines, ...this.#klines].slice(-maxKlines);
  }

  /** Forgets everything: what follows does not continue it. */
  clear(): void {
    this.#klines = [];
  }
}

/** Only pushes have a count of deals, so it is not compared. */
function saysTheSame(one: PushedKline, other: PushedKline): boolean {
  return (
    isEqual(one.openPrice, other.openPrice) &&
    isEqual(one.highPrice, other.highPrice) &&
    isEqual(one.lowPrice, other.lowPrice) &&
    isEqual(one.closePrice, other.closePrice) &&
    isEqual(one.volume, other.volume)
  );
}

function isEqual(one: string, other: string): boolean {
  return one === other || compareDecimal(one, other) === 0;
}
