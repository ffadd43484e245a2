import type { Finding } from "../case.js";

/** One fill, as a client or the venue has it. */
export interface Fill {
  readonly clientId: string;
  readonly price: string;
  readonly quantity: string;
}

function keyOf({ clientId, price, quantity }: Fill): string {
  return `${clientId}: ${quantity} at ${price}`;
}

function countsOf(fills: readonly Fill[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const fill of fills) {
    const key = keyOf(fill);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Whether each of the venue's fills was told. */
export function isAllTold(told: readonly Fill[], truth: readonly Fill[]): boolean {
  const counts = countsOf(told);
  return [...countsOf(truth)].every(([key, times]) => (counts.get(key) ?? 0) >= times);
}

/** Holds the fills that a client has told against the venue's. @param hasToldGap whether it said that something may be missing */
export function judgeFills(told: readonly Fill[], truth: readonly Fill[], hasToldGap: boolean): readonly Finding[] {
  const findings: Finding[] = [];
  const toldTimes = countsOf(told);
  const trueTimes = countsOf(truth);
  for (const [key, times] of trueTimes) {
    if ((toldTimes.get(key) ?? 0) < times) {
      findings.push({ kind: hasToldGap ? "fill-missed" : "fill-lost", what: key });
    }
  }
  for (const [key, times] of toldTimes) {
    const wanted = trueTimes.get(key) ?? 0;
    if (times > wanted) {
      findings.push({ kind: wanted === 0 ? "fill-invented" : "fill-doubled", what: key });
    }
  }
  return findings;
}
