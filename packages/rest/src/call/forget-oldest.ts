/** Keeps a map bounded: what was put in first goes first. */
export function forgetOldest(map: Map<string, unknown>, max: number): void {
  for (const key of map.keys()) {
    if (map.size <= max) {
      return;
    }
    map.delete(key);
  }
}
