import { createHash } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { outputOf } from "./program.js";
import type { PublishedPackage } from "./published.js";

/** A packed package. */
export interface Tarball {
  readonly name: string;
  readonly version: string;
  /** Absolute path. */
  readonly path: string;
  readonly bytes: number;
  /** In hexadecimal digits. */
  readonly sha512: string;
}

/**
 * Packs packages as `npm publish` would.
 *
 * @param to the folder that the tarballs are written to
 */
export async function packPackages(packages: readonly PublishedPackage[], to: string): Promise<Tarball[]> {
  await mkdir(to, { recursive: true });
  const tarballs: Tarball[] = [];
  for (const { folder, manifest } of packages) {
    const said = await outputOf("npm", ["pack", "--silent", "--pack-destination", to], folder);
    const path = join(to, said.trim().split("\n").at(-1) ?? "");
    const content = await readFile(path);
    const sha512 = createHash("sha512").update(content).digest("hex");
    tarballs.push({ name: manifest.name, version: manifest.version, path, bytes: content.length, sha512 });
  }
  return tarballs;
}
