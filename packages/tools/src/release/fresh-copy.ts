import { existsSync } from "node:fs";
import { mkdir, readdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { outputOf } from "./program.js";

/** The commit that is checked out, built in a folder of its own from nothing. */
export interface FreshCopy {
  /** Absolute. */
  readonly folder: string;
  remove(): Promise<void>;
}

/**
 * Clones and builds the commit. What others wrote is linked, since the lock pins it; what is ours is the copy's own.
 *
 * @param root the workspace, with what `npm ci` installed
 * @param folder does not exist yet
 */
export async function buildFreshCopy(root: string, folder: string): Promise<FreshCopy> {
  await outputOf("git", ["clone", "--quiet", "--no-hardlinks", root, folder], root);
  await linkDependencies(root, folder);
  await outputOf("npx", ["tsc", "-b"], folder);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function linkDependencies(root: string, folder: string): Promise<void> {
  const scope = join(folder, "node_modules", "@depthwire");
  await mkdir(scope, { recursive: true });
  for (const name of await readdir(join(root, "node_modules"))) {
    if (name !== "@depthwire") {
      await symlink(join(root, "node_modules", name), join(folder, "node_modules", name));
    }
  }
  for (const entry of await readdir(join(folder, "packages"), { withFileTypes: true })) {
    if (entry.isDirectory()) {
      const own = join("packages", entry.name);
      await symlink(join(folder, own), join(scope, entry.name), "dir");
      if (existsSync(join(root, own, "node_modules"))) {
        await symlink(join(root, own, "node_modules"), join(folder, own, "node_modules"), "dir");
      }
    }
  }
}
