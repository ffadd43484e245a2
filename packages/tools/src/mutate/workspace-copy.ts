import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";

/** A copy of the workspace's sources, which may be harmed. */
export interface WorkspaceCopy {
  /** Folder of a package in the copy. */
  package(project: string): string;
  remove(): Promise<void>;
}

/** What packages share, beside them. */
const sharedFiles = ["vitest.shared.ts", "vitest.setup.ts", "vitest.costs.ts", "tsconfig.base.json"] as const;

/** What specs hold the sources against. */
const readFolders = ["docs", "deploy"] as const;

/** In the copy of a package: the vitest configuration that mutants are tested by. */
export const mutationConfigFile = "vitest.mutate.config.ts";

const mutationConfig = `import { mutationProject } from "../tools/dist/mutate/spec-support/mutation-project.js";
import project from "./vitest.config.js";

export default mutationProject(project);
`;

/**
 * Copies the packages to where no check looks, but below the workspace, so that what they import is still found.
 * Sources are changed in place there: a copy in a folder within a package would not find the files beside packages.
 *
 * @param root the workspace
 */
export async function copyWorkspace(root: string, projects: readonly string[]): Promise<WorkspaceCopy> {
  const artifacts = join(root, ".artifacts");
  await mkdir(artifacts, { recursive: true });
  const copy = await mkdtemp(join(artifacts, "mutate-"));
  await cp(join(root, "packages"), join(copy, "packages"), {
    recursive: true,
    filter: (path) => basename(path) !== "node_modules",
  });
  for (const file of sharedFiles) {
    await cp(join(root, file), join(copy, file));
  }
  for (const folder of readFolders) {
    await symlink(join(root, folder), join(copy, folder), "dir");
  }
  await writeFile(join(copy, "package.json"), '{ "private": true, "type": "module" }\n');
  await linkPackages(root, copy);
  for (const project of projects) {
    await writeFile(join(copy, "packages", project, mutationConfigFile), mutationConfig);
  }
  return {
    package: (project) => join(copy, "packages", project),
    remove: () => rm(copy, { recursive: true, force: true }),
  };
}

/**
 * The packages of the copy find each other there: a build of the workspace meanwhile would end specs that nothing is wrong with.
 * Each finds its own modules too, also where another package is mutated, whose specs may start a process with it.
 */
async function linkPackages(root: string, copy: string): Promise<void> {
  const scope = join(copy, "node_modules", "@depthwire");
  await mkdir(scope, { recursive: true });
  for (const project of await readdir(join(copy, "packages"))) {
    const folder = join(copy, "packages", project);
    await symlink(folder, join(scope, project), "dir");
    const modules = join(root, "packages", project, "node_modules");
    if (existsSync(modules)) {
      await symlink(modules, join(folder, "node_modules"), "dir");
    }
  }
}
