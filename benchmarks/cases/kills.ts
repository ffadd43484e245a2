import type { CaseReport } from "../runner/report.js";
import type { BenchmarkCase } from "./benchmark-case.js";
import { atMost } from "./goals.js";
import { workspaceSummary } from "./workspace-command.js";

interface Spread {
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

/** What `npm run faults -- --threads` says. */
interface KillSummary {
  readonly kills: number;
  readonly staleMs: Spread;
  readonly liveMs: Spread;
  readonly killedWhileStarting: number;
}

/** How long the book of a killed thread is not live. */
export const kills: BenchmarkCase = {
  name: "kills",
  async run({ progress, short }) {
    const args = ["--threads", short ? "3" : "200"];
    const summary = await workspaceSummary<KillSummary>("packages/trials/dist/faults/bin.js", args);
    progress(`kills, ${summary.kills}: done`);
    return [killsReport(summary)];
  },
};

/** The report of what the run of kills found. */
export function killsReport({ kills: count, staleMs, liveMs, killedWhileStarting }: KillSummary): CaseReport {
  const figures = (ours: number) => ({ ours, peers: {}, ratios: {} });
  return {
    case: "kills",
    unit: "ms until the book is live again",
    ...figures(liveMs.p50),
    parts: Object.entries(liveMs).map(([name, ours]) => ({ name, ...figures(ours) })),
    measures: {
      "killed threads": count,
      "threads ended while they started": killedWhileStarting,
      "ms until a view says stale, p99": staleMs.p99,
    },
    goals: [
      atMost("kills-live", 1_000, "ms until live again, p99", liveMs.p99),
      atMost("kills-stale", 100, "ms until stale, the longest", staleMs.longest),
      atMost("kills-starting", 0, "threads ended while they started", killedWhileStarting),
    ],
  };
}
