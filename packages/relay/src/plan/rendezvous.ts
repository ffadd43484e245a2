import { encodeUtf8 } from "@depthwire/core/internal";

/** FNV-1a, 32 bits. */
const offsetBasis = 0x811c9dc5;
const prime = 0x01000193;

/** A weight for a thing at a place: the same in every process, and as good as random. */
export function weightOf(place: string, thing: string): number {
  let hash = offsetBasis;
  for (const byte of encodeUtf8(`${place}\u0000${thing}`)) {
    hash = Math.imul(hash ^ byte, prime);
  }
  // Neighbouring names differ in few bits of an FNV hash; this spreads them (the last step of MurmurHash3).
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * The places in the order in which the thing would go there. When one place goes away, only what stood there moves, and
 * it is spread over all others.
 */
export function preferredPlaces(places: readonly string[], thing: string): string[] {
  const weights = new Map(places.map((place) => [place, weightOf(place, thing)]));
  const weight = (place: string): number => weights.get(place) ?? 0;
  return [...weights.keys()].sort((one, other) => weight(other) - weight(one) || (one < other ? -1 : 1));
}

/** The first of {@link preferredPlaces}; undefined where there is no place. */
export function preferredPlace(places: readonly string[], thing: string): string | undefined {
  let best: string | undefined;
  let bestWeight = -1;
  for (const place of places) {
    const weight = weightOf(place, thing);
    if (weight > bestWeight || (weight === bestWeight && best !== undefined && place < best)) {
      best = place;
      bestWeight = weight;
    }
  }
  return best;
}
