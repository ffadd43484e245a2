import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { importsOf, resolveImport } from "./imports.js";
import type { ReadSource } from "./live.js";

const run = promisify(execFile);

/** Larger than any list of changed files. */
const maxBytes = 64 * 1024 * 1024;

/**
 * The files whose content differs from that of a commit, uncommitted ones too. A file that only moved does not count.
 *
 * @param root the workspace
 * @throws Error when there is no such commit here
 */
export async function changedSince(root: string, commit: string): Promise<Set<string>> {
  const git = async (...args: string[]): Promise<string[]> => {
    const { stdout } = await run("git", args, { cwd: root, maxBuffer: maxBytes });
    return stdout.split("\0").filter((part) => part !== "");
  };
  const known = await git("rev-parse", "--verify", "--quiet", "--end-of-options", `${commit}^{commit}`).catch(() => []);
  if (known.length === 0) {
    throw new Error(`there is no commit ${commit} here; a shallow clone has only the newest ones`);
  }
  const fields = await git("diff", "--name-status", "-z", "--find-renames", commit, "--");
  const added = await git("ls-files", "--others", "--exclude-standard", "-z");
  return new Set([...contentChanges(fields), ...added]);
}

/** Reads `git diff --name-status -z`: a status and a path, or for a file that moved a status and two paths. */
function contentChanges(fields: readonly string[]): string[] {
  const changed: string[] = [];
  for (let at = 0; at < fields.length; ) {
    const status = fields[at] ?? "";
    const moved = /^[RC]/.test(status);
    const path = fields[at + (moved ? 2 : 1)] ?? "";
    if (status !== "R100" && status !== "C100") {
      changed.push(path);
    }
    at += moved ? 3 : 2;
  }
  return changed;
}

/** Whether a spec changed, or a file of the workspace that it imports itself. */
export function isTouched(path: string, changed: ReadonlySet<string>, read: ReadSource): boolean {
  if (changed.has(path)) {
    return true;
  }
  return importsOf(read(path) ?? "").some(({ specifier }) => {
    const target = resolveImport(path, specifier);
    return target !== undefined && changed.has(target);
  });
}
