/** The name that a person most likely meant. @returns undefined where none is near */
export function nearest(typed: string, names: Iterable<string>): string | undefined {
  const wanted = plain(typed);
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 2)) + 1;
  for (const name of names) {
    const distance = plain(name) === wanted ? 0 : editDistance(wanted, plain(name));
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

/** Case, dashes and underscores are what people get wrong most. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[-_/.\s]/g, "");
}

/** Insertions, deletions, replacements and swaps of neighbours between two words. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
          ? (beforeLast[column - 2] ?? 0) + 1
          : Number.POSITIVE_INFINITY;
      current.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          swapped,
        ),
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}
