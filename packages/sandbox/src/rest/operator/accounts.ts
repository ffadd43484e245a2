import type { Command } from "@depthwire/exchange";
import {
  type AccountId,
  keysOf,
  lastUserAccount,
  type OpenKey,
  viewLedger,
  viewLedgerTotals,
} from "@depthwire/exchange/internal";
import { demoUserId } from "../../keys/api-keys.js";
import { carryOut } from "../carry-out.js";
import { Refusal } from "../handler.js";
import type { RestServices } from "../rest-services.js";
import type { AccountBody, KeyBody } from "./account-body.js";
import { fail } from "./check-body.js";

/** Everything about an account that the operator may see. The secrets of keys are told once, when they are opened. */
export function viewForOperator({ host, refusals }: RestServices, account: AccountId): object | undefined {
  const { state } = host.exchange;
  const user = state.users.get(account);
  if (user === undefined) {
    return undefined;
  }
  const keys = keysOf(state, account).map(({ apiKey, permissions, addresses, revoked }) => {
    return { apiKey, permissions, addresses, revoked };
  });
  const { restricted, paysFeesInToken, cancelOnDisconnect } = user;
  const balances = viewLedger(state, account);
  const ledgerTotals = viewLedgerTotals(state);
  const flags = { restricted, paysFeesInToken, cancelOnDisconnect };
  return { account, ...flags, keys, refusals: refusals.pending(account), balances, ledgerTotals };
}

/** Accounts of users, in the order in which they began. */
export function listAccounts({ host }: RestServices): readonly AccountId[] {
  return [...host.exchange.state.users.keys()];
}

/** Whether there is such an account. */
export function hasAccount({ host }: Pick<RestServices, "host">, account: AccountId): boolean {
  return host.exchange.state.users.has(account);
}

/**
 * The number of a new account: one above the highest that is taken, the demo account's included.
 *
 * @throws ValidationError `value-invalid` when the highest number of all is taken
 */
export function nextAccount(services: RestServices): AccountId {
  const highest = listAccounts(services).reduce((max, one) => Math.max(max, one), demoUserId);
  if (highest >= lastUserAccount) {
    fail("account", `given, a number that no account has: the highest, ${lastUserAccount}, is taken`);
  }
  return highest + 1;
}

/** Under a seed, keys that are made up follow from how many there are. */
function keyOf({ host, makeKey }: RestServices, key: KeyBody, nth: number): Omit<OpenKey, "kind" | "account"> {
  const madeUp = makeKey(`key ${host.exchange.state.keys.size + nth}`);
  const { permissions, addresses, apiKey = madeUp.apiKey, apiSecret = madeUp.apiSecret } = key;
  return { apiKey, apiSecret, permissions, addresses };
}

/** A key that was opened, with its secret. */
export type OpenedKey = Pick<OpenKey, "apiKey" | "apiSecret">;

/**
 * Carries the operator's wish out, wholly or not at all.
 *
 * @returns the keys that were opened, or why nothing was done
 */
export function changeAccount(
  services: RestServices,
  account: AccountId,
  body: AccountBody,
): readonly OpenedKey[] | Refusal {
  const { restricted, paysFeesInToken, cancelOnDisconnect, funds, revokeKeys, refusals } = body;
  const openKeys = (body.keys ?? []).map((key, i) => keyOf(services, key, i));
  const flags = {
    ...(restricted === undefined ? {} : { restricted }),
    ...(paysFeesInToken === undefined ? {} : { paysFeesInToken }),
    ...(cancelOnDisconnect === undefined ? {} : { cancelOnDisconnect }),
  };
  const wish = { kind: "change-account", account, ...flags, credits: funds, revokeKeys, openKeys } as const;
  const done = carryOut(services, wish);
  if (done instanceof Refusal) {
    return done;
  }
  if (refusals !== undefined) {
    services.refusals.clear(account);
    services.refusals.add(account, ...refusals);
  }
  return openKeys.map(({ apiKey, apiSecret }) => ({ apiKey, apiSecret }));
}

/** What the operator may set about a market. */
export interface MarketBody {
  readonly limitOnly: boolean | undefined;
  readonly halted: boolean | undefined;
  /** At the market's price scale. */
  readonly indexPrice: number | undefined;
}

/** Sets how a market is traded and where the world's price stands. */
export function changeMarket(
  { host }: RestServices,
  pair: string,
  { limitOnly, halted, indexPrice }: MarketBody,
): void {
  const commands: Command[] = [];
  const flags = { ...(limitOnly === undefined ? {} : { limitOnly }), ...(halted === undefined ? {} : { halted }) };
  if (Object.keys(flags).length > 0) {
    commands.push({ kind: "set-market", pair, ...flags });
  }
  if (indexPrice !== undefined) {
    commands.push({ kind: "set-index", pair, price: indexPrice });
  }
  for (const command of commands) {
    host.apply(command);
  }
}
