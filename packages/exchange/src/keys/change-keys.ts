import { userOf } from "../account/accounts.js";
import type { OpenKey, RevokeKey } from "../command/command.js";
import type { RefusalReason } from "../command/refusal.js";
import type { ExchangeState } from "../state/exchange-state.js";
import type { Turn } from "../state/turn.js";
import { type ApiKeyRecord, maxAddressesOfKey, maxKeysOfAccount } from "./api-key.js";

/** Keys of an account, revoked ones too. */
export function keysOf(state: ExchangeState, account: number): readonly ApiKeyRecord[] {
  return [...state.keys.values()].filter((key) => key.account === account);
}

/** Whether an account has a key that is not revoked. */
export function hasKey(state: ExchangeState, account: number): boolean {
  return keysOf(state, account).some(({ revoked }) => !revoked);
}

function isLive(state: ExchangeState, account: number, apiKey: string): boolean {
  const key = state.keys.get(apiKey);
  return key?.account === account && !key.revoked;
}

/** Why keys of an account cannot be taken away and then others given, if so. Nothing changes. */
export function refusalOfKeys(
  state: ExchangeState,
  account: number,
  revoked: readonly string[],
  opened: readonly Pick<OpenKey, "apiKey" | "addresses">[],
): RefusalReason | undefined {
  const gone = new Set(revoked);
  if (gone.size !== revoked.length || !revoked.every((apiKey) => isLive(state, account, apiKey))) {
    return "wrong-parameter";
  }
  const taken = new Set<string>();
  let live = keysOf(state, account).filter((key) => !key.revoked).length - gone.size;
  for (const { apiKey, addresses } of opened) {
    if (state.keys.has(apiKey) || taken.has(apiKey)) {
      return "wrong-parameter";
    }
    if (addresses.length > maxAddressesOfKey) {
      return "too-many-addresses";
    }
    if (live >= maxKeysOfAccount) {
      return "too-many-keys";
    }
    taken.add(apiKey);
    live += 1;
  }
  return undefined;
}

/** The operator gives a user an API key. */
export function openKey({ state, events }: Turn, command: OpenKey): void {
  const { kind, account, apiKey, apiSecret, permissions, addresses } = command;
  const reason = refusalOfKeys(state, account, [], [command]);
  if (reason !== undefined) {
    events.push({ kind: "command-refused", command: kind, account, reason });
    return;
  }
  userOf(state, account);
  state.keys.set(apiKey, { account, apiKey, apiSecret, permissions, addresses, revoked: false });
}

/** The operator takes a key away. */
export function revokeKey({ state, events }: Turn, command: RevokeKey): void {
  const { kind, account, apiKey } = command;
  const key = state.keys.get(apiKey);
  if (key !== undefined && refusalOfKeys(state, account, [apiKey], []) === undefined) {
    key.revoked = true;
    events.push({ kind: "key-revoked", account, apiKey });
  } else {
    events.push({ kind: "command-refused", command: kind, account, reason: "wrong-parameter" });
  }
}
