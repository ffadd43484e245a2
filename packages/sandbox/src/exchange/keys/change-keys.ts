import { userOf } from "../account/accounts.js";
import type { OpenKey, RevokeKey } from "../command.js";
import type { ExchangeEvent } from "../event.js";
import type { ExchangeState } from "../exchange-state.js";
import type { RefusalReason } from "../refusal.js";
import { type ApiKeyRecord, mostAddressesOfKey, mostKeysOfAccount } from "./api-key.js";

/** Keys of an account, revoked ones too. */
export function keysOf(state: ExchangeState, account: number): readonly ApiKeyRecord[] {
  return [...state.keys.values()].filter((key) => key.account === account);
}

/** Whether an account has a key that is not revoked. */
export function hasKey(state: ExchangeState, account: number): boolean {
  return keysOf(state, account).some(({ revoked }) => !revoked);
}

function check(state: ExchangeState, command: OpenKey): RefusalReason | undefined {
  if (state.keys.has(command.apiKey)) return "wrong-parameter";
  if (command.addresses.length > mostAddressesOfKey) return "too-many-addresses";
  const live = keysOf(state, command.account).filter(({ revoked }) => !revoked);
  return live.length >= mostKeysOfAccount ? "too-many-keys" : undefined;
}

/** The operator gives a user an API key. */
export function openKey(state: ExchangeState, command: OpenKey, events: ExchangeEvent[]): void {
  const { kind, account, apiKey, apiSecret, permissions, addresses } = command;
  const reason = check(state, command);
  if (reason !== undefined) {
    events.push({ kind: "command-refused", command: kind, account, reason });
    return;
  }
  userOf(state, account);
  state.keys.set(apiKey, { account, apiKey, apiSecret, permissions, addresses, revoked: false });
}

/** The operator takes a key away. */
export function revokeKey(state: ExchangeState, command: RevokeKey, events: ExchangeEvent[]): void {
  const { kind, account, apiKey } = command;
  const key = state.keys.get(apiKey);
  if (key?.account === account && !key.revoked) {
    key.revoked = true;
    events.push({ kind: "key-revoked", account, apiKey });
  } else events.push({ kind: "command-refused", command: kind, account, reason: "wrong-parameter" });
}
