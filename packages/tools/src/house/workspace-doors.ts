import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import type { PackageFacts } from "../boundaries/workspace.js";
import type { Door } from "./public-names.js";

/** Doors for siblings: no promise to anybody outside. */
const forSiblings = "./internal";

interface Manifest {
  readonly private?: boolean;
  readonly name: string;
  readonly exports?: Readonly<Record<string, string | { readonly types?: string }>>;
}

/** The doors of all published packages that people may import from. */
export function doorsOf(root: string, packages: readonly PackageFacts[]): Door[] {
  return packages.flatMap(({ folder }) => {
    const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest;
    if (manifest.private === true) {
      return [];
    }
    return Object.entries(manifest.exports ?? {}).flatMap(([subpath, entry]) => {
      const types = typeof entry === "string" ? undefined : entry.types;
      if (types === undefined || subpath === forSiblings) {
        return [];
      }
      return [{ specifier: posix.join(manifest.name, subpath), types: posix.join(folder, types) }];
    });
  });
}
