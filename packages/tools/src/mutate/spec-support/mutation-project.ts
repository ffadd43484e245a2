import type { Plugin } from "vite";
import type { ViteUserConfig } from "vitest/config";
import { NearSpecsFirst } from "./near-specs-first.js";
import { mendStrykerSetup } from "./stryker-setup.js";
import { useWarmThreads } from "./warm-threads.js";

/** From the folder of a package in the copy. */
const mutantSetup = "../tools/dist/mutate/spec-support/mutant-setup.js";

/**
 * Specs that say nothing of a mutant: one reads the types of the sources, which are other sources in the copy, and those
 * that measure time and memory measure what Stryker put in. And one that takes minutes: what it looks at is left out too.
 */
const leftOut: readonly string[] = [
  "**/hover.spec.ts",
  "**/*{linear,processor}-time.spec.ts",
  "**/steady-state.spec.ts",
  "**/exchange/src/agents/agents.spec.ts",
];

/** The vitest project by which mutants of a package are tested: its own, made fast. */
export function mutationProject(project: ViteUserConfig): ViteUserConfig {
  return {
    ...project,
    plugins: [{ name: "mend-stryker-setup", transform: mendStrykerSetup }, warmThreads],
    test: {
      ...project.test,
      isolate: false,
      maxWorkers: 1,
      exclude: [...(project.test?.exclude ?? []), ...leftOut],
      sequence: { sequencer: NearSpecsFirst },
      setupFiles: [...[project.test?.setupFiles ?? []].flat(), mutantSetup],
    },
  };
}

const warmThreads: Plugin = {
  name: "warm-threads",
  configureVitest: ({ project }) => useWarmThreads(project),
};
