import type { Random } from "@depthwire/core";

/**
 * Uniform numbers in [0, 1) by xoshiro128** 1.1 (Blackman and Vigna, public domain), its state filled from `seed` by
 * splitmix32 (the 32-bit SplitMix of Steele, Lea and Flood with the finalizer of MurmurHash3). The same seed gives the
 * same numbers everywhere; 32 random bits each.
 *
 * @param seed any integer; taken modulo 2^32
 */
export function seededRandom(seed: number): Random {
  const nextWord = splitmix32(seed);
  let a = nextWord();
  let b = nextWord();
  let c = nextWord();
  let d = nextWord();

  return () => {
    const result = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotateLeft(d, 11);
    return result / 0x1_0000_0000;
  };
}

/** An integer in [`least`, `most`], both included. The range must span less than 2^32. */
export function randomInteger(random: Random, min: number, max: number): number {
  return min + Math.floor(random() * (max - min + 1));
}

function splitmix32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let word = state;
    word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
    word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
    return (word ^ (word >>> 16)) >>> 0;
  };
}

function rotateLeft(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
