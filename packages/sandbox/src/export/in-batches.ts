/** How many items are worked through in one turn. */
const itemsPerTurn = 256;

/** Works through a list in batches, and lets everybody else have a turn between two of them. */
export async function inBatches<Item, Row>(
  items: readonly Item[],
  nextTurn: () => Promise<void>,
  rowsOf: (item: Item) => readonly Row[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [i, item] of items.entries()) {
    if (i > 0 && i % itemsPerTurn === 0) {
      await nextTurn();
    }
    rows.push(...rowsOf(item));
  }
  return rows;
}
