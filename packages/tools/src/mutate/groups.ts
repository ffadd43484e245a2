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
