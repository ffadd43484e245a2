import type { Entrant } from "./measure.js";

/** One way to do something with an item. What it returns depends on all of its work. */
export type ItemStep<Item> = (item: Item) => number | string;

/**
 * Entrants that do the same with each of `items`, by name.
 *
 * @throws Error when two of them give different results for an item: they would not be comparable
 */
export function itemEntrants<Item>(
  items: readonly Item[],
  steps: Readonly<Record<string, ItemStep<Item>>>,
): readonly Entrant[] {
  for (const [index, item] of items.entries()) {
    const results = Object.values(steps).map((step) => step(item));
    if (new Set(results).size > 1) {
      throw new Error(
        `${Object.keys(steps).join(", ")} give different results for item ${index}: ${results.join(", ")}`,
      );
    }
  }
  return Object.entries(steps).map(([name, step]) => ({
    name,
    operations: items.length,
    run: () => runAll(items, step),
  }));
}

function runAll<Item>(items: readonly Item[], step: ItemStep<Item>): number {
  let last: number | string = 0;
  const startMs = performance.now();
  for (const item of items) {
    last = step(item);
  }
  const elapsedMs = performance.now() - startMs;
  // The results are looked at, so that no engine may leave the work out.
  return last === undefined ? Number.NaN : elapsedMs;
}
