import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Refused } from "../../program/refused.js";

/** What `npm pack` calls a package of the scope. */
const tarballForm = /^depthwire-([a-z-]+)-(\d+\.\d+\.\d+(?:-[\w.]+)?)\.tgz$/;

/** Packages by name, each with its tarball's path. */
export type Tarballs = ReadonlyMap<string, string>;

/** @throws Refused `file-unusable` where there are none, or two of one package */
export async function findTarballs(directory: string): Promise<Tarballs> {
  const names = await readdir(directory).catch(() => {
    throw new Refused("file-unusable", `${directory} cannot be read`, "Name the directory with the tarballs.");
  });
  const found = new Map<string, string>();
  for (const file of names.sort()) {
    const [, name] = tarballForm.exec(file) ?? [];
    if (name === undefined) {
      continue;
    }
    const packageName = `@depthwire/${name}`;
    if (found.has(packageName)) {
      const words = `${directory} has two versions of ${packageName}`;
      throw new Refused("file-unusable", words, "Leave the tarballs of one version there.");
    }
    found.set(packageName, join(directory, file));
  }
  if (found.size === 0) {
    throw new Refused(
      "file-unusable",
      `${directory} has no tarballs of the packages`,
      "Make them in the repository: npm pack --workspaces --pack-destination DIR.",
    );
  }
  return found;
}
