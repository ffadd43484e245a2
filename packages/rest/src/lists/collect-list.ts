import type { ListPage } from "./list-all.js";

/** What came of walking a list. */
export interface CollectedList<Item> {
  readonly items: readonly Item[];
  /** Whether it had as many records as the venue said. One that had fewer proves nothing absent. */
  readonly isWhole: boolean;
}

/**
 * Walks a list to its end, or to the first record that is not wanted any more. What the venue says on the first page is what there must be: a record that was
 * added meanwhile stands before it, and where one left, another may have slipped by between two pages.
 *
 * @spec field notes 23 and 32
 */
export async function collectList<Item>(
  pages: AsyncIterable<ListPage<Item>>,
  goesOn: (item: Item) => boolean = () => true,
): Promise<CollectedList<Item>> {
  const items: Item[] = [];
  let promised: number | undefined;
  for await (const page of pages) {
    promised ??= page.count;
    for (const item of page.items) {
      if (!goesOn(item)) {
        return { items, isWhole: true };
      }
      items.push(item);
    }
  }
  return { items, isWhole: items.length >= (promised ?? 0) };
}
