import type { ChangeAccount } from "../command/command.js";
import { credit, refusalOfCredits, setAccount } from "../command/money-commands.js";
import type { ExchangeEvent } from "../event.js";
import type { ExchangeState } from "../exchange-state.js";
import { openKey, refusalOfKeys, revokeKey } from "../keys/change-keys.js";

/** The operator changes an account: everything is checked first, and then nothing can fail any more. */
export function changeAccount(state: ExchangeState, command: ChangeAccount, events: ExchangeEvent[]): void {
  const { kind, account, credits, revokeKeys, openKeys } = command;
  const reason = refusalOfCredits(state, account, credits) ?? refusalOfKeys(state, account, revokeKeys, openKeys);
  if (reason !== undefined) {
    events.push({ kind: "command-refused", command: kind, account, reason });
    return;
  }
  setAccount(state, command);
  for (const one of credits) {
    credit(state, { kind: "credit", account, ...one }, events);
  }
  for (const apiKey of revokeKeys) {
    revokeKey(state, { kind: "revoke-key", account, apiKey }, events);
  }
  for (const one of openKeys) {
    openKey(state, { kind: "open-key", account, ...one }, events);
  }
}
