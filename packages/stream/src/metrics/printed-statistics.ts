import { type HistogramSnapshot, histogramQuantileMs } from "./millisecond-histogram.js";

/** By this name Node, Deno and Bun ask an object how to print it. Without an import, so that it works in every runtime. */
const inspectName = Symbol.for("nodejs.util.inspect.custom");

/**
 * The same object, which prints as what happened: counts that are 0 and empty parts are left out, durations are one line. Its fields, its
 * JSON and its copies stay as they are.
 */
export function printedShort<Statistics extends object>(statistics: Statistics): Statistics {
  return Object.defineProperty(statistics, inspectName, { value: () => whatHappened(statistics), enumerable: false });
}

function whatHappened(counts: object): object {
  const parts = Object.entries(counts).map(([name, value]: [string, unknown]) => [name, shortForm(value)] as const);
  return Object.fromEntries(parts.filter(([, form]) => form !== undefined));
}

function shortForm(value: unknown): unknown {
  if (value === 0) {
    return undefined;
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  if (isHistogram(value)) {
    return value.count === 0 ? undefined : durations(value);
  }
  const part = whatHappened(value);
  return Object.keys(part).length === 0 ? undefined : part;
}

function durations(histogram: HistogramSnapshot): string {
  const [half, max] = [0.5, 0.99].map((share) => rounded(histogramQuantileMs(histogram, share)));
  return `${histogram.count}: half within ${half} ms, 99 % within ${max} ms, longest ${rounded(histogram.maxMs)} ms`;
}

function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

function isHistogram(value: object): value is HistogramSnapshot {
  return "buckets" in value && "count" in value;
}
