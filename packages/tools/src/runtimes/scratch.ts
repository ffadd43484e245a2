import { cp, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { outputOf } from "../release/program.js";
import { type PublishedPackage, publishedPackages } from "../release/published.js";
import { packPackages } from "../release/tarballs.js";

/** A folder where the packages are installed as a user has them, with the smoke's modules beside. */
export interface Scratch {
  /** Absolute. */
  readonly folder: string;
  /** Names of the packages. */
  readonly packages: readonly string[];
}

/**
 * Packs the published packages, or takes tarballs that are there, and installs them in an empty folder, together.
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
  const folder = await mkdtemp(join(tmpdir(), "depthwire-runtimes-"));
  try {
    const published = publishedPackages(root);
    const paths = tarballs === undefined ? await pack(published, folder) : await tarballsIn(tarballs);
    await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
    await outputOf("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", ...paths], folder);
    await cp(join(root, "packages/tools/dist/runtimes/smoke"), join(folder, "smoke"), { recursive: true });
    return await use({ folder, packages: published.map(({ manifest }) => manifest.name) });
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
