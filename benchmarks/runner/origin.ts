import { spawnSync } from "node:child_process";
import { cpus } from "node:os";
import type { ReportOrigin } from "./written-report.js";

/** Date, commit and machine of this run. A tree with changes says so. */
export function originOf(folder: string, now: Date): ReportOrigin {
  const git = (...args: string[]): string =>
    spawnSync("git", args, { cwd: folder, encoding: "utf8" }).stdout?.trim() ?? "";
  const changes = git("status", "--porcelain", "--untracked-files=no") === "" ? "" : " with changes";
  const processors = cpus();
  return {
    date: now.toISOString().slice(0, 10),
    commit: `${git("rev-parse", "--short", "HEAD") || "unknown"}${changes}`,
    machine: `Node ${process.versions.node}, ${processors.length} × ${processors[0]?.model.trim() ?? "unknown"}`,
  };
}
