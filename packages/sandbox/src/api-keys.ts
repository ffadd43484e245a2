import { createSecretHmac, type HmacMd5, verify } from "@depthwire/core";
import type { VenueCode } from "@depthwire/schema";
import { createRandomState, nextHex } from "./exchange/random-state.js";

/** An API key and whose it is. */
export interface ApiAccount {
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly userId: number;
}

/** How a signature was judged. */
export type KeyVerdict = { readonly userId: number } | { readonly refused: Extract<VenueCode, 3012 | 3025> };

interface KeyEntry {
  readonly hmac: HmacMd5;
  readonly userId: number | undefined;
}

/** All API keys of the venue. */
export class ApiKeys {
  readonly #entries: Map<string, KeyEntry> = new Map();
  /** Checked in place of a key that is not there, so that both answers take the same way and the same time. */
  readonly #decoy: KeyEntry;

  constructor(accounts: readonly ApiAccount[], decoySecret: string) {
    this.#decoy = { hmac: createSecretHmac(decoySecret), userId: undefined };
    for (const { apiKey, apiSecret, userId } of accounts) {
      this.#entries.set(apiKey, { hmac: createSecretHmac(apiSecret), userId });
    }
  }

  /**
   * Whose key it is, if the signature is right: 3012 for an unknown key, 3025 for a wrong signature.
   *
   * @spec document 1, Authentication, Authentication-related failures
   */
  judge(apiKey: string, stringToSign: string, signature: string): KeyVerdict {
    const entry = this.#entries.get(apiKey) ?? this.#decoy;
    const genuine = verify(entry.hmac, stringToSign, signature);
    if (entry.userId === undefined) return { refused: 3012 };
    return genuine ? { userId: entry.userId } : { refused: 3025 };
  }
}

/** The user id of the demo account. */
export const demoUserId = 100_001;

/** The account that every sandbox has. Its key and secret follow from the seed: they open nothing but a sandbox. */
export function demoAccount(seed: number): ApiAccount {
  const random = createRandomState(seed, "demo account");
  return { apiKey: nextHex(random, 40), apiSecret: nextHex(random, 40), userId: demoUserId };
}
