/** The value under a key; it is made and stored first if it is missing. */
export function ensure<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) {
    return known;
  }
  const fresh = make();
  map.set(key, fresh);
  return fresh;
}
