/**
 * The exchange's own source of randomness: its state is part of the exchange's state, so that the same commands give the
 * same market everywhere. Integer operations only (exact in every engine); see `nextNormal` for the shapes.
 */
export interface RandomState {
  a: number;
  b: number;
  c: number;
  counter: number;
}

const uint32Range = 4_294_967_296;

/** FNV-1a over the UTF-16 units of a text: spreads stream names over 32 bits. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash;
}

/**
 * A generator for one purpose. Streams of different names are independent, so a further market changes no other one.
 *
 * @param seed any safe integer
 */
export function createRandomState(seed: number, stream: string): RandomState {
  const low = seed | 0;
  const high = Math.floor(seed / uint32Range) | 0;
  const state: RandomState = { a: low, b: high, c: hashText(stream), counter: 1 };
  // The first outputs still show the seed's structure.
  for (let i = 0; i < 12; i++) {
    nextUint32(state);
  }
  return state;
}

/** Uniform over all 32-bit unsigned integers (the sfc32 generator). */
export function nextUint32(state: RandomState): number {
  const sum = (((state.a + state.b) | 0) + state.counter) | 0;
  state.counter = (state.counter + 1) | 0;
  state.a = state.b ^ (state.b >>> 9);
  state.b = (state.c + (state.c << 3)) | 0;
  state.c = (state.c << 21) | (state.c >>> 11);
  state.c = (state.c + sum) | 0;
  return sum >>> 0;
}

/** Uniform in [0, 1). */
export function nextUniform(state: RandomState): number {
  return nextUint32(state) / uint32Range;
}

/** Uniform over the integers 0 … `bound` − 1. */
export function nextInteger(state: RandomState, bound: number): number {
  return Math.floor(nextUniform(state) * bound);
}

/** Whether an event of this probability happens now. */
export function happens(state: RandomState, probability: number): boolean {
  return nextUniform(state) < probability;
}

/** Mean 0, variance 1, bell-shaped: a sum of uniforms, since logarithm and cosine differ between engines. */
export function nextNormal(state: RandomState): number {
  let sum = 0;
  for (let i = 0; i < 6; i++) {
    sum += nextUniform(state);
  }
  // Six uniforms have the variance 1/2.
  return (sum - 3) * Math.SQRT2;
}

/** At least 1, with a heavy tail (Pareto, exponent 2): sizes of orders. `cap` bounds it. */
export function nextHeavyTail(state: RandomState, cap: number): number {
  const uniform = 1 - nextUniform(state);
  return Math.min(cap, 1 / Math.sqrt(uniform));
}

/** `length` lower-case hexadecimal digits. */
export function nextHex(state: RandomState, length: number): string {
  let text = "";
  while (text.length < length) {
    text += nextUint32(state).toString(16).padStart(8, "0");
  }
  return text.slice(0, length);
}
