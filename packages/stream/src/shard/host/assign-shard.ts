/**
 * The shard that a new book goes to: the one with the fewest, the first of several. Books that are kept already stay
 * where they are.
 *
 * @param loads books of each shard; at least one shard
 */
export function emptiestShard(loads: readonly number[]): number {
  let best = 0;
  for (const [index, load] of loads.entries()) {
    if (load < (loads[best] as number)) {
      best = index;
    }
  }
  return best;
}
