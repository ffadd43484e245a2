import type { VenueCode } from "@depthwire/schema";
import { demoUserId } from "../../api-keys.js";
import type { AccountId, Command, OpenKey } from "../../exchange/command.js";
import { keysOf } from "../../exchange/keys/change-keys.js";
import { viewLedger, viewLedgerTotals } from "../../exchange/view/ledger-view.js";
import { type AccountCommand, carryOut } from "../carry-out.js";
import { Refusal } from "../handler.js";
import type { RestServices } from "../rest-services.js";
import type { AccountBody, KeyBody } from "./account-body.js";

/** Everything about an account that the operator may see. The secrets of keys are told once, when they are opened. */
export function viewForOperator({ host, refusals }: RestServices, account: AccountId): object | undefined {
  const { state } = host.exchange;
  const user = state.users.get(account);
  if (user === undefined) return undefined;
  const keys = keysOf(state, account).map(({ apiKey, permissions, addresses, revoked }) => {
    return { apiKey, permissions, addresses, revoked };
  });
  const { restricted, paysFeesInToken } = user;
  const balances = viewLedger(state, account);
  const ledgerTotals = viewLedgerTotals(state);
  return { account, restricted, paysFeesInToken, keys, refusals: refusals.pending(account), balances, ledgerTotals };
}

/** Accounts of users, in the order in which they began. */
export function listAccounts({ host }: RestServices): readonly AccountId[] {
  return [...host.exchange.state.users.keys()];
}

/** The number of a new account: the first after the demo account that nobody has. */
export function nextAccount(services: RestServices): AccountId {
  return Math.max(demoUserId, ...listAccounts(services)) + 1;
}

/** Under a seed, keys that are made up follow from how many there are. */
function commandOfKey({ host, makeKey }: RestServices, account: AccountId, key: KeyBody, nth: number): OpenKey {
  const madeUp = makeKey(`key ${host.exchange.state.keys.size + nth}`);
  const { permissions, addresses, apiKey = madeUp.apiKey, apiSecret = madeUp.apiSecret } = key;
  return { kind: "open-key", account, apiKey, apiSecret, permissions, addresses };
}

function commandsOf(services: RestServices, account: AccountId, body: AccountBody): readonly AccountCommand[] {
  const { restricted, paysFeesInToken } = body;
  const flags = {
    ...(restricted === undefined ? {} : { restricted }),
    ...(paysFeesInToken === undefined ? {} : { paysFeesInToken }),
  };
  const credits = body.funds.map((funds) => ({ kind: "credit", account, ...funds }) as const);
  const revoked = body.revokeKeys.map((apiKey) => ({ kind: "revoke-key", account, apiKey }) as const);
  const opened = (body.keys ?? []).map((key, i) => commandOfKey(services, account, key, i));
  return [{ kind: "set-account", account, ...flags }, ...credits, ...revoked, ...opened];
}

/** What the operator's wish came to. */
export interface AccountChange {
  /** Why it went no further than it did. */
  readonly refused: VenueCode | undefined;
  /** The keys that were opened, with their secrets. */
  readonly keys: readonly Pick<OpenKey, "apiKey" | "apiSecret">[];
}

/** Carries the operator's wish out, one command after the other, as far as none is refused. */
export function changeAccount(services: RestServices, account: AccountId, body: AccountBody): AccountChange {
  const keys: Pick<OpenKey, "apiKey" | "apiSecret">[] = [];
  for (const command of commandsOf(services, account, body)) {
    const done = carryOut(services, command);
    if (done instanceof Refusal) return { refused: done.code, keys };
    if (command.kind === "open-key") keys.push({ apiKey: command.apiKey, apiSecret: command.apiSecret });
  }
  if (body.refusals !== undefined) {
    services.refusals.clear(account);
    services.refusals.add(account, ...body.refusals);
  }
  return { refused: undefined, keys };
}

/** What the operator may set about a market. */
export interface MarketBody {
  readonly limitOnly: boolean | undefined;
  /** At the market's price scale. */
  readonly indexPrice: number | undefined;
}

/** Sets how a market is traded and where the world's price stands. */
export function changeMarket({ host }: RestServices, pair: string, { limitOnly, indexPrice }: MarketBody): void {
  const commands: Command[] = [];
  if (limitOnly !== undefined) commands.push({ kind: "set-market", pair, limitOnly });
  if (indexPrice !== undefined) commands.push({ kind: "set-index", pair, price: indexPrice });
  for (const command of commands) host.apply(command);
}
