import type { TestSequencer, TestSpecification } from "vitest/node";

/** Folders whose files are mutated, from the package, with commas between them: an environment variable, as Stryker's child inherits it. */
export const mutatedFoldersVariable = "MUTATED_FOLDERS";

/** Specs beside the mutated files notice most changes, so they run first; those that try at random run after all others. */
export class NearSpecsFirst implements TestSequencer {
  shard(files: TestSpecification[]): TestSpecification[] {
    return files;
  }

  sort(files: TestSpecification[]): TestSpecification[] {
    const folders = (process.env[mutatedFoldersVariable] ?? "").split(",");
    const rank = ({ moduleId }: TestSpecification): number =>
      (folders.some((folder) => moduleId.includes(`/${folder}/`)) ? 0 : 2) + (moduleId.includes(".property.") ? 1 : 0);
    return files.toSorted((one, other) => rank(one) - rank(other) || one.moduleId.localeCompare(other.moduleId));
  }
}
