import type { ChangeAccount } from "../command/command.js";
import { credit, refusalOfCredits, setAccount } from "../command/money-commands.js";
import { openKey, refusalOfKeys, revokeKey } from "../keys/change-keys.js";
import type { Turn } from "../state/turn.js";

/** The operator changes an account: everything is checked first, so that nothing can fail afterwards. */
export function changeAccount(turn: Turn, command: ChangeAccount): void {
  const { state, events } = turn;
  const { kind, account, credits, revokeKeys, openKeys } = command;
  const reason = refusalOfCredits(state, account, credits) ?? refusalOfKeys(state, account, revokeKeys, openKeys);
  if (reason !== undefined) {
    events.push({ kind: "command-refused", command: kind, account, reason });
    return;
  }
  setAccount(state, command);
  for (const one of credits) {
    credit(turn, { kind: "credit", account, ...one });
  }
  for (const apiKey of revokeKeys) {
    revokeKey(turn, { kind: "revoke-key", account, apiKey });
  }
  for (const one of openKeys) {
    openKey(turn, { kind: "open-key", account, ...one });
  }
}
