/** A method and a path. */
export interface MethodAndPath {
  readonly method: string;
  readonly path: string;
}

/** Longer paths are nobody's slip of the pen, and comparing them would cost more than it helps. */
const maxPathLength = 100;

/** What the known paths are compared by: case, doubled slashes and a slash at the end make no difference. */
function plain(path: string): string {
  return path.toLowerCase().replace(/\/+/g, "/").replace(/\/$/, "");
}

/** How many characters must be put in, taken out or replaced to make one text of the other. */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let i = 0; i < left.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < right.length; j++) {
      const replaced = (row[j] as number) + (left[i] === right[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] as number) + 1, (next[j] as number) + 1));
    }
    row = next;
  }
  return row.at(-1) as number;
}

/**
 * The known address that a request most likely meant: of those whose path is nearest, one with the request's method if there is one.
 *
 * @returns nothing for a path that resembles none
 */
export function nearestAddress(asked: MethodAndPath, known: readonly MethodAndPath[]): MethodAndPath | undefined {
  const path = plain(asked.path);
  if (path === "" || path.length > maxPathLength) {
    return undefined;
  }
  let nearest: { readonly address: MethodAndPath; readonly distance: number } | undefined;
  for (const address of known) {
    const distance = editDistance(path, plain(address.path)) + (address.method === asked.method ? 0 : 0.5);
    if (nearest === undefined || distance < nearest.distance) {
      nearest = { address, distance };
    }
  }
  return nearest?.address;
}
