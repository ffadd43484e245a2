import type { TestSequencer, TestSpecification } from "vitest/node";
import { readFirstRun } from "./first-run.js";

/** Folders whose files are mutated, from the package, with commas between them: an environment variable, as Stryker's child inherits it. */
export const mutatedFoldersVariable = "MUTATED_FOLDERS";

/** Specs beside the mutated files notice most changes, so they run first, the quick ones before the slow ones. */
export class NearSpecsFirst implements TestSequencer {
  shard(files: TestSpecification[]): TestSpecification[] {
    return files;
  }

  sort(files: TestSpecification[]): TestSpecification[] {
    const folders = (process.env[mutatedFoldersVariable] ?? "").split(",");
    const { fileMs = {} } = readFirstRun(files[0]?.project.config.root ?? ".") ?? {};
    const distance = ({ moduleId }: TestSpecification): number =>
      folders.some((folder) => moduleId.includes(`/${folder}/`)) ? 0 : 1;
    const durationMs = ({ moduleId }: TestSpecification): number => fileMs[moduleId] ?? 0;
    return files.toSorted(
      (one, other) =>
        distance(one) - distance(other) ||
        durationMs(one) - durationMs(other) ||
        one.moduleId.localeCompare(other.moduleId),
    );
  }
}
