/** Name of a group. */
export type MutationGroup = "safety";

/** Files that are mutated together, by name: paths and folders from the root of the workspace. */
export const mutationGroups: Readonly<Record<MutationGroup, readonly string[]>> = {
  /** What keeps an account safe: a mistake here that no spec notices costs money. */
  safety: [
    "packages/rest/src/throttle",
    "packages/rest/src/trader",
    "packages/rest/src/safety",
    "packages/rest/src/outcome",
    "packages/stream/src/session",
  ],
};

/** Sources that no folder stands for: only who names such a folder itself has it mutated. */
export const leftOutSources: readonly { readonly folder: string; readonly reason: string }[] = [
  {
    folder: "packages/exchange/src/agents",
    reason:
      "residents of a made-up market: their spec looks at the shape of days of trades, which takes minutes for each mutant",
  },
];
