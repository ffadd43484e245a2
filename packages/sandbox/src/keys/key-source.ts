import { createRandomState, nextHex } from "@depthwire/exchange/internal";

/** A key with its secret. */
export interface MadeUpKey {
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** Makes a key up, for a purpose that has a name. */
export type KeySource = (purpose: string) => MadeUpKey;

/** Returns `count` bytes that nobody can guess. */
export type RandomBytes = (count: number) => Uint8Array;

/** Hexadecimal digits of keys and of secrets. */
const keyDigits = 40;

/** Keys that follow from the seed and their purpose: the same every time, and known to whoever knows the seed. */
export function seededKeys(seed: number): KeySource {
  return (purpose) => {
    const random = createRandomState(seed, purpose);
    return { apiKey: nextHex(random, keyDigits), apiSecret: nextHex(random, keyDigits) };
  };
}

/** Keys that nobody can guess, others every time. */
export function freshKeys(randomBytes: RandomBytes): KeySource {
  const draw = (): string => [...randomBytes(keyDigits / 2)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return () => ({ apiKey: draw(), apiSecret: draw() });
}
