import { dirname } from "node:path";
import type { Plugin } from "vite";
import type { ViteUserConfig } from "vitest/config";
import { builtMutants } from "./built-mutants.js";
import { mutatedFoldersVariable, NearSpecsFirst } from "./near-specs-first.js";
import { mendStrykerSetup } from "./stryker-setup.js";
import { useWarmThreads } from "./warm-threads.js";

/** From the folder of a package in the copy. */
const mutantSetup = "../tools/dist/mutate/spec-support/mutant-setup.js";

/** Packages whose specs start programs or threads of their own package. What is built of the others may be meant for a browser. */
const programPackages: ReadonlySet<string> = new Set(["accelerator", "cli", "conformance", "node", "sandbox"]);

/** Specs that start many programs, by package: each takes so long that a mutant which they do not notice would cost minutes. */
const slowProgramSpecs: Readonly<Record<string, readonly string[]>> = {
  accelerator: [
    "src/bin.long.spec.ts",
    "src/canary/canary.long.spec.ts",
    "src/data/disk-full.long.spec.ts",
    "src/data/killed.long.spec.ts",
    "src/program/terminal.long.spec.ts",
  ],
  cli: [
    "src/commands/init/init.long.spec.ts",
    "src/commands/relay/**/*.long.spec.ts",
    "src/export/analysis-example.long.spec.ts",
    "src/program/examples.long.spec.ts",
    "src/program/light-start.spec.ts",
    "src/program/told-to-end.long.spec.ts",
  ],
};

/**
 * Specs that say nothing of a mutant: one reads the types of the sources, which are other sources in the copy, and those
 * that measure time and memory measure what Stryker put in. And one that takes minutes: what it looks at is left out too.
 * Patterns are from the folder of a package: one that names the package leaves nothing out.
 */
const leftOut: readonly string[] = [
  "**/hover.long.spec.ts",
  "**/*{linear,processor}-time.spec.ts",
  "**/steady-state.spec.ts",
  "**/thread-kills.long.spec.ts",
  "src/agents/agents.long.spec.ts",
];

/**
 * Specs that take many seconds each, and look at little but their own folder. They run for the mutants of that folder alone: what only
 * they would notice of another folder counts as not noticed.
 */
const slowSpecs: readonly string[] = [
  "src/market-data/make-history.property.long.spec.ts",
  "src/mirror/mirror.property.spec.ts",
  "src/mirror/record-allows.property.spec.ts",
  "src/remembered/remembered.property.spec.ts",
  "src/state/growth.spec.ts",
  "src/state/state-codec.property.spec.ts",
  "src/wallet/catch-up.spec.ts",
];

/** Orders of the exchange's property of all laws: a quarter of the usual ones, as every mutant that it does not notice takes all of them. */
const lawOrders = "1500";

/** The slow specs that say nothing of what is mutated. */
function slowSpecsElsewhere(): readonly string[] {
  const mutated = (process.env[mutatedFoldersVariable] ?? "").split(",");
  return slowSpecs.filter((path) => !mutated.includes(dirname(path)));
}

function nameOf({ test: { name } = {} }: ViteUserConfig): string {
  return typeof name === "string" ? name : "";
}

/** The vitest project by which mutants of a package are tested: its own, made fast. */
export function mutationProject(project: ViteUserConfig): ViteUserConfig {
  return {
    ...project,
    plugins: [
      { name: "mend-stryker-setup", transform: mendStrykerSetup },
      ...(programPackages.has(nameOf(project)) ? [builtMutants] : []),
      warmThreads,
    ],
    test: {
      ...project.test,
      isolate: false,
      maxWorkers: 1,
      env: { ...project.test?.env, SANDBOX_LAW_ORDERS: lawOrders },
      exclude: [
        ...(project.test?.exclude ?? []),
        ...leftOut,
        ...(slowProgramSpecs[nameOf(project)] ?? []),
        ...slowSpecsElsewhere(),
      ],
      sequence: { sequencer: NearSpecsFirst },
      setupFiles: [...[project.test?.setupFiles ?? []].flat(), mutantSetup],
    },
  };
}

const warmThreads: Plugin = {
  name: "warm-threads",
  configureVitest: ({ project }) => useWarmThreads(project),
};
