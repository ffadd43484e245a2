import { nkeys } from "@nats-io/nats-core";

/** Makes a key for a process: its seed is the secret, its public key is for the servers' configuration. */
export function createBusKey(): { readonly seed: string; readonly publicKey: string } {
  const pair = nkeys.createUser();
  return { seed: new TextDecoder().decode(pair.getSeed()), publicKey: pair.getPublicKey() };
}

/** The public key of a user's seed; undefined where the text is none. */
export function publicKeyOf(seed: string): string | undefined {
  try {
    const key = nkeys.fromSeed(new TextEncoder().encode(seed.trim())).getPublicKey();
    return key.startsWith("U") ? key : undefined;
  } catch {
    // The library's own error quotes what it read.
    return undefined;
  }
}
