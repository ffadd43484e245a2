/**
 * Does several things at once, and waits for all of them: where one fails, none goes on behind its caller's back.
 *
 * @throws the first failure, in the order of the work
 */
export async function atOnce<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const settled = await Promise.allSettled([...items].map(work));
  return settled.map((each) => {
    if (each.status === "rejected") {
      throw each.reason;
    }
    return each.value;
  });
}
