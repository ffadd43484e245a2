import { cp } from "node:fs/promises";
import { join } from "node:path";
import { type InstalledPackages, withInstalledPackages } from "../installed/installed-packages.js";

/** A folder where the packages are installed as a user has them, with the smoke's modules beside. */
export type Scratch = InstalledPackages;

/**
 * Installs the packed packages in an empty folder, with the smoke's modules.
 *
 * @param root the workspace
 * @param tarballs folder of tarballs of this state of the workspace; undefined: they are packed
 * @param use gets the folder, which is gone afterwards
 */
export async function withScratch<Result>(
  root: string,
  tarballs: string | undefined,
  use: (scratch: Scratch) => Promise<Result>,
): Promise<Result> {
  return withInstalledPackages(root, tarballs, [], async (installed) => {
    await cp(join(root, "packages/tools/dist/runtimes/smoke"), join(installed.folder, "smoke"), { recursive: true });
    return use(installed);
  });
}
