/** What was traded in one period. Prices and volume are integers at the market's scales; a week's volume stays below 2^53. */
export interface Bar {
  /** When the period began, in epoch milliseconds. */
  readonly openedAtMs: number;
  readonly open: number;
  high: number;
  low: number;
  close: number;
  /** Quantity that was traded. */
  volume: number;
  /** Sum of quantity × price, at the sum of both scales. */
  turnover: bigint;
  /** Number of trades. */
  deals: number;
}

/** A period in which nothing was traded yet: the price stood still. */
export function flatBar(openedAtMs: number, price: number): Bar {
  return { openedAtMs, open: price, high: price, low: price, close: price, volume: 0, turnover: 0n, deals: 0 };
}

/** A price was seen in the bar's period, after all others of it. */
export function extendBar(bar: Bar, price: number): void {
  bar.high = Math.max(bar.high, price);
  bar.low = Math.min(bar.low, price);
  bar.close = price;
}

/** Adds a later bar of the same period: open stays, close moves on. */
export function mergeBar(bar: Bar, later: Bar): void {
  bar.high = Math.max(bar.high, later.high);
  bar.low = Math.min(bar.low, later.low);
  bar.close = later.close;
  bar.volume += later.volume;
  bar.turnover += later.turnover;
  bar.deals += later.deals;
}
