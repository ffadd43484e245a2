import { effect, type Signal, signal } from "@preact/signals";
import { nowMs, tickerOf } from "../data/desk.js";
import { pairs } from "../data/reference.js";

/** Prices that a spark shows. */
const most = 60;

/** A price is noted so often, in seconds. */
const everySeconds = 5;

const sparks = new Map<string, Signal<readonly number[]>>();

/** Last prices of a pair since the page was opened: for the eye, not for reckoning. */
export function sparkOf(pair: string): Signal<readonly number[]> {
  const known = sparks.get(pair) ?? signal<readonly number[]>([]);
  sparks.set(pair, known);
  return known;
}

/** Notes last prices from now on. */
export function followSparks(): void {
  let seconds = 0;
  effect(() => {
    void nowMs.value;
    const isDue = seconds++ % everySeconds === 0;
    for (const pair of isDue ? pairs.peek() : []) {
      const last = tickerOf(pair).peek()?.lastPrice;
      if (last !== undefined) {
        const spark = sparkOf(pair);
        spark.value = [...spark.peek(), Number(last)].slice(-most);
      }
    }
  });
}
