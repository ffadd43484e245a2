/** So many keys are kept: a program asks few. */
const maxKeys = 100;

/** What was found out about a key before, or is now. */
export function known<Found>(found: Map<string, Found>, key: string, findOut: (key: string) => Found): Found {
  const before = found.get(key);
  if (before !== undefined) {
    return before;
  }
  if (found.size >= maxKeys) {
    found.clear();
  }
  const now = findOut(key);
  found.set(key, now);
  return now;
}
