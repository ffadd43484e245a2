import { verify } from "@depthwire/core";
import { createSecretHmac, type HmacMd5 } from "@depthwire/core/internal";
import {
  type ApiKeyRecord,
  type ExchangeState,
  hasKey,
  type KeyPermission,
  keysOf,
} from "@depthwire/exchange/internal";
import type { VenueCode } from "@depthwire/schema";
import type { Permission } from "@depthwire/schema/internal";
import type { KeySource } from "./key-source.js";

/** An API key and whose it is. */
export interface ApiAccount {
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly userId: number;
}

/** Codes that a claim may be refused with. */
export type KeyRefusal = Extract<VenueCode, 3012 | 3024 | 3025 | 3026 | 3027>;

/** How a claim was judged. */
export type KeyVerdict = { readonly userId: number } | { readonly refused: KeyRefusal };

/** What a caller presents to be let in. */
export interface KeyClaim {
  readonly apiKey: string;
  readonly signature: string;
  /** What the signature may be over: a text, or the bytes of one that is not UTF-8. */
  readonly signed: readonly (string | Uint8Array)[];
  /** Where it comes from; absent: it does not matter. */
  readonly address?: string;
  /** What the key must be allowed to do. */
  readonly permission: Permission;
}

/** Moving money between a user's own accounts is trading. */
const neededPermission: Readonly<Record<Permission, KeyPermission | undefined>> = {
  none: undefined,
  read: "read",
  trade: "trade",
  transfer: "trade",
  withdraw: "withdraw",
};

/** All API keys of the venue, as the exchange knows them. */
export class ApiKeys {
  readonly #state: () => ExchangeState;
  readonly #keyed: WeakMap<ApiKeyRecord, HmacMd5> = new WeakMap();
  /** Checked in place of a key that is not there, so that both answers take the same way and the same time. */
  readonly #decoy: HmacMd5;

  constructor(state: () => ExchangeState, decoySecret: string) {
    this.#state = state;
    this.#decoy = createSecretHmac(decoySecret);
  }

  /**
   * Whose key it is, if the signature is right and the key may do that from there.
   *
   * @spec document 1, Authentication, Authentication-related failures
   */
  authenticate(claim: KeyClaim): KeyVerdict {
    const key = this.#state().keys.get(claim.apiKey);
    const secret = key === undefined ? this.#decoy : this.#hmacOf(key);
    // Every text is tried, whichever fits and whoever asks.
    const isGenuine = claim.signed.map((text) => verify(secret, text, claim.signature)).includes(true);
    const refusal = this.#refusalOf(key, isGenuine, claim);
    return key === undefined || refusal !== undefined ? { refused: refusal ?? 3012 } : { userId: key.account };
  }

  #refusalOf(key: ApiKeyRecord | undefined, isGenuine: boolean, claim: KeyClaim): KeyRefusal | undefined {
    if (key === undefined) {
      return 3012;
    }
    // A revoked key is as unknown as any other, except to its owner when it was the last one.
    if (key.revoked) {
      return isGenuine && !hasKey(this.#state(), key.account) ? 3027 : 3012;
    }
    if (!isGenuine) {
      return 3025;
    }
    const { address } = claim;
    if (address !== undefined && key.addresses.length > 0 && !key.addresses.includes(address)) {
      return 3026;
    }
    const needed = neededPermission[claim.permission];
    return needed === undefined || key.permissions.includes(needed) ? undefined : 3024;
  }

  #hmacOf(key: ApiKeyRecord): HmacMd5 {
    let hmac = this.#keyed.get(key);
    if (hmac === undefined) {
      hmac = createSecretHmac(key.apiSecret);
      this.#keyed.set(key, hmac);
    }
    return hmac;
  }
}

/** The user id of the demo account. */
export const demoUserId = 100_001;

/** A key for the account that every sandbox has: it opens nothing but this sandbox. */
export function makeDemoAccount(keys: KeySource): ApiAccount {
  return { ...keys("demo account"), userId: demoUserId };
}

/** The demo account of an exchange that goes on: its first key is the one that it began with. */
export function findDemoAccount(state: ExchangeState): ApiAccount | undefined {
  const [first] = keysOf(state, demoUserId);
  return first && { apiKey: first.apiKey, apiSecret: first.apiSecret, userId: demoUserId };
}
