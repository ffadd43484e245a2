import { readdirSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { leftOutSources } from "./groups.js";

/** What is mutated in one package. */
export interface PackagePlan {
  /** Name of its folder in `packages`. */
  readonly project: string;
  /** From the folder of the package. */
  readonly files: readonly string[];
}

/**
 * Which files of which packages the paths stand for.
 *
 * @param root the workspace
 * @param paths files and folders, as `packages/rest/src/throttle`
 * @throws Error when a path leads to no source
 */
export function planMutation(root: string, paths: readonly string[]): readonly PackagePlan[] {
  const files = new Set(paths.flatMap((path) => sourcesBelow(root, path)));
  const byProject = new Map<string, string[]>();
  for (const file of files) {
    const [, project = "", ...rest] = file.split("/");
    byProject.set(project, [...(byProject.get(project) ?? []), rest.join("/")]);
  }
  return Array.from(byProject, ([project, list]) => ({ project, files: list }));
}

function sourcesBelow(root: string, path: string): readonly string[] {
  const stats = statSync(join(root, path), { throwIfNoEntry: false });
  if (stats === undefined) {
    throw new Error(`there is no ${path}`);
  }
  const found = stats.isDirectory()
    ? readdirSync(join(root, path), { recursive: true, encoding: "utf8" }).map((name) =>
        posix.join(path, name.replaceAll("\\", "/")),
      )
    : [path];
  const sources = found.filter((file) => isSource(file) && !isLeftOut(file, path)).sort();
  if (sources.length === 0) {
    throw new Error(`${path} holds no source that could be mutated`);
  }
  return sources;
}

/** Whether a source below the folder that was named stands in one that has to be named itself. */
function isLeftOut(file: string, named: string): boolean {
  return leftOutSources.some(({ folder }) => file.startsWith(`${folder}/`) && !`${named}/`.startsWith(`${folder}/`));
}

/** Specs and what stands by them are not mutated, and declarations do nothing. */
function isSource(path: string): boolean {
  return path.endsWith(".ts") && !/\.(spec|spec-kit|d|gen)\.ts$|\/spec-(kit|support)\//.test(path);
}
