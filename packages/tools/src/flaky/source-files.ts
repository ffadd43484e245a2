import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Where there is nothing that anybody wrote. */
const skippedFolders: ReadonlySet<string> = new Set(["node_modules", "dist"]);

/** A spec file and the vitest project that it belongs to. */
export interface SpecFile {
  /** From the workspace's root, with slashes. */
  readonly path: string;
  readonly project: string;
}

/** All spec files of a workspace, by path. @param root the workspace */
export function findSpecFiles(root: string): SpecFile[] {
  return typeScriptFiles(root, ["packages", "benchmarks"])
    .filter((path) => path.endsWith(".spec.ts"))
    .map((path) => ({ path, project: projectOf(path) }));
}

/** TypeScript files below folders of the workspace, from its root on. */
function typeScriptFiles(root: string, folders: readonly string[]): string[] {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => below(root, folder))
    .toSorted();
}

function below(root: string, folder: string): string[] {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = `${folder}/${name}`;
    if (statSync(join(root, path)).isDirectory()) {
      return skippedFolders.has(name) ? [] : below(root, path);
    }
    return name.endsWith(".ts") ? [path] : [];
  });
}

/** `packages/core/…` belongs to the project `core`, `benchmarks/…` to `benchmarks`. */
function projectOf(path: string): string {
  const [first = "", second = ""] = path.split("/");
  return first === "packages" ? second : first;
}
