import { canonicalText, contractMarket, Exchange } from "@depthwire/sandbox/internal";
import { heapNow, processorMs, type VenueFigures } from "./figures.js";
import { flowPair, flowStartMs } from "./order-flow.js";

const dayMs = 86_400_000;
const historyMs = 364 * dayMs;

/** What days of a quiet market take when nobody but its agents trades, and what they leave behind. */
export function measureDays(days: number, tickIntervalMs: number): VenueFigures {
  const market = contractMarket(flowPair);
  const exchange = new Exchange({ seed: 1, markets: market === undefined ? [] : [market] });
  // Candles of a year: those of long periods would fill up for months, up to a thousand of each.
  exchange.apply({ kind: "make-history", ms: historyMs }, flowStartMs);
  const heaps: number[] = [];
  const texts: number[] = [];
  let dayTookMs = 0;
  for (let day = 0; day < days; day++) {
    const begunMs = processorMs();
    for (let passedMs = 0; passedMs < dayMs; passedMs += tickIntervalMs) {
      exchange.apply({ kind: "tick" }, flowStartMs + day * dayMs + passedMs);
    }
    dayTookMs = Math.max(dayTookMs, processorMs() - begunMs);
    heaps.push(heapNow());
    texts.push(canonicalText(exchange.state).length);
  }
  const grownBy = ([first = 1, ...later]: readonly number[]): number => Math.max(...later) / first - 1;
  return {
    "ms between ticks": tickIntervalMs,
    "s the longest day of one market": dayTookMs / 1000,
    "growth of the heap after the first day, part of one": grownBy(heaps),
    "growth of the state after the first day, part of one": grownBy(texts),
  };
}
