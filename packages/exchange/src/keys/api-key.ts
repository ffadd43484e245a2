import type { AccountId } from "../account/account-id.js";

/** What a key may be allowed to do. Moving money between its owner's accounts is trading. */
export type KeyPermission = "read" | "trade" | "withdraw";

/** Every permission. */
export const keyPermissions: readonly KeyPermission[] = ["read", "trade", "withdraw"];

/** Most keys of one account: beyond it 3028. */
export const maxKeysOfAccount = 10;

/** Most addresses that one key is bound to: beyond it 3029. */
export const maxAddressesOfKey = 10;

/** An API key of the venue, with its secret: they open nothing but this exchange. */
export interface ApiKeyRecord {
  readonly account: AccountId;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly permissions: readonly KeyPermission[];
  /** IP addresses that it may be used from; none: any. */
  readonly addresses: readonly string[];
  /** A revoked key is remembered, to distinguish its owner from a stranger. */
  revoked: boolean;
}
