import { spawnSync } from "node:child_process";
import { cpus, loadavg } from "node:os";

/** When and where a run takes place. */
export interface RunOrigin {
  /** `2026-11-21`. */
  readonly date: string;
  /** Short, with a word where the tree has changes. */
  readonly commit: string;
  /** When the commit was made, ISO 8601. */
  readonly committedAt: string;
  readonly machine: string;
}

/** What a run writes itself is no change of what it measures. */
const written = ["benchmarks/BENCHMARKS.md", "benchmarks/report", "README.md"].map((path) => `:(top,exclude)${path}`);

/** Date, commit and machine of this run. A tree with changes says so. */
export function originOf(folder: string, now: Date): RunOrigin {
  const git = (...args: string[]): string =>
    spawnSync("git", args, { cwd: folder, encoding: "utf8" }).stdout?.trim() ?? "";
  const changes =
    git("status", "--porcelain", "--untracked-files=no", "--", ":/", ...written) === "" ? "" : " with changes";
  const processors = cpus();
  return {
    date: now.toISOString().slice(0, 10),
    commit: `${git("rev-parse", "--short", "HEAD") || "unknown"}${changes}`,
    committedAt: git("log", "-1", "--format=%cI") || now.toISOString(),
    machine: `Node ${process.versions.node}, ${processors.length} × ${processors[0]?.model.trim() ?? "unknown"}`,
  };
}

/** Load of the machine over the last minute, to one decimal. */
export function loadNow(): number {
  return Math.round((loadavg()[0] ?? 0) * 10) / 10;
}
