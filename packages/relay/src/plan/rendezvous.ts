import { encodeUtf8 } from "@depthwire/core/internal";

/** FNV-1a, 32 bits. */
const offsetBasis = 0x811c9dc5;
const prime = 0x01000193;

/** A hash over what came before it, and over some more text. */
function hashed(start: number, text: string): number {
  let hash = start;
  for (const byte of encodeUtf8(text)) {
    hash = Math.imul(hash ^ byte, prime);
  }
  return hash;
}

/** Neighbouring names differ in few bits of an FNV hash; this spreads them (the last step of MurmurHash3). */
function spread(hash: number): number {
  const first = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return (second ^ (second >>> 16)) >>> 0;
}

/**
 * Places that things go to. A thing has a weight at each place, the same in every process and as good as random, and goes where it is heaviest. When one place goes away,
 * only what stood there moves, and it is spread over all others.
 */
export class Places {
  readonly #places: readonly string[];
  /** The hash is taken over the place and then the thing: the first half is the same each time. */
  readonly #starts: readonly number[];

  constructor(places: readonly string[]) {
    this.#places = [...new Set(places)];
    this.#starts = this.#places.map((place) => hashed(offsetBasis, `${place}\u0000`));
  }

  /** Where the thing goes; undefined where there is no place. */
  preferred(thing: string): string | undefined {
    const weights = this.#weights(thing);
    let best: number | undefined;
    for (let index = 0; index < weights.length; index++) {
      if (best === undefined || this.#compare(weights, index, best) < 0) {
        best = index;
      }
    }
    return best === undefined ? undefined : this.#places[best];
  }

  /** All places, in the order in which the thing would go there. */
  inOrder(thing: string): string[] {
    const weights = this.#weights(thing);
    const order = this.#places.map((_, index) => index);
    return order.sort((one, other) => this.#compare(weights, one, other)).map((index) => this.#places[index] as string);
  }

  #weights(thing: string): number[] {
    const bytes = encodeUtf8(thing);
    return this.#starts.map((start) => {
      let hash = start;
      for (const byte of bytes) {
        hash = Math.imul(hash ^ byte, prime);
      }
      return spread(hash);
    });
  }

  #compare(weights: readonly number[], one: number, other: number): number {
    const difference = (weights[other] ?? 0) - (weights[one] ?? 0);
    return difference || ((this.#places[one] ?? "") < (this.#places[other] ?? "") ? -1 : 1);
  }
}
