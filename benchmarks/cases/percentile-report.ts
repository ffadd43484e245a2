import { percentile } from "../runner/arrivals.js";
import { geometricMean } from "../runner/measure.js";
import type { CaseReport, Distribution, PartReport } from "../runner/report.js";

const percentiles = { p50: 0.5, p99: 0.99, "p99.9": 0.999 } as const;

/** Latencies by contestant as p50, p99 and p99.9. Here less is more: `ratios` are the others' times over ours. */
export function percentileReport(name: string, latenciesUs: ReadonlyMap<string, readonly number[]>): CaseReport {
  const parts = Object.entries(percentiles).map(([part, value]): PartReport => {
    return timesReport(part, new Map(Array.from(latenciesUs, ([who, list]) => [who, percentile(list, value)])));
  });
  const meanOf = (who: string): number =>
    geometricMean(parts.map(({ ours, peers }) => (who === "ours" ? ours : (peers[who] as number))));
  const all = new Map(Array.from(latenciesUs.keys(), (who) => [who, meanOf(who)]));
  const { ours, peers, ratios } = timesReport("all", all);
  const distributions = Array.from(latenciesUs, ([who, list]) => distributionOf(who, list));
  return { case: name, unit: "µs", ours, peers, ratios, parts, distributions };
}

/** Nines count: from the median on, three times for each tenth that is left. */
const distributionParts = [0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 0.9995] as const;
/** So many values must lie beyond what is shown. */
const minBeyond = 5;

function distributionOf(name: string, times: readonly number[]): Distribution {
  const shown = distributionParts.filter((part) => (1 - part) * times.length >= minBeyond);
  return { name, points: shown.map((part) => [part, Math.round(percentile(times, part))]) };
}

function timesReport(name: string, times: ReadonlyMap<string, number>): PartReport {
  const ours = times.get("ours") ?? Number.NaN;
  const others = [...times].filter(([who]) => who !== "ours");
  return {
    name,
    ours: Math.round(ours),
    peers: Object.fromEntries(others.map(([who, time]) => [who, Math.round(time)])),
    ratios: Object.fromEntries(others.map(([who, time]) => [who, Math.round((time / ours) * 100) / 100])),
  };
}
