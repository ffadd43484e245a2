/** What is to be undone when the process ends before its cases do. */
export type Leftovers = Set<() => void>;

/** Clients and files that there are at this moment. */
export const leftovers: Leftovers = new Set();

/** Undoes what is left, at once. */
export function removeLeftovers(): void {
  for (const undo of leftovers) {
    undo();
  }
  leftovers.clear();
}
