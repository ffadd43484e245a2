import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { outputOf } from "../release/program.js";
import { type PublishedPackage, publishedPackages } from "../release/published.js";
import { packPackages } from "../release/tarballs.js";

/** A folder where the packages are installed as a user has them. */
export interface InstalledPackages {
  /** Absolute. */
  readonly folder: string;
  /** Names of the packages that programs can import: one that is a command alone is installed, and has no door. */
  readonly packages: readonly string[];
}

/**
 * Packs the published packages, or takes tarballs that are there, and installs them in an empty folder, together.
 *
 * @param root the workspace
 * @param tarballs folder of tarballs of this state of the workspace; undefined: they are packed
 * @param others what is installed beside them, as `name@version`
 * @param use gets the folder, which is gone afterwards
 */
export async function withInstalledPackages<Result>(
  root: string,
  tarballs: string | undefined,
  others: readonly string[],
  use: (installed: InstalledPackages) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "depthwire-installed-"));
  try {
    const published = publishedPackages(root);
    const paths = tarballs === undefined ? await pack(published, folder) : await tarballsIn(tarballs);
    await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
    const quietly = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"];
    await outputOf("npm", ["install", ...quietly, ...paths, ...others], folder);
    const importable = published.filter(({ manifest }) => manifest.exports?.["."] !== undefined);
    return await use({ folder, packages: importable.map(({ manifest }) => manifest.name) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function pack(published: readonly PublishedPackage[], folder: string): Promise<string[]> {
  const packed = await packPackages(published, join(folder, "tarballs"));
  return packed.map(({ path }) => path);
}

async function tarballsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => name.endsWith(".tgz")).map((name) => join(folder, name));
}
