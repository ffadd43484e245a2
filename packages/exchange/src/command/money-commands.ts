import type { AccountId } from "../account/account-id.js";
import { coinAccounts, userOf, venueAccounts } from "../account/accounts.js";
import { usable } from "../account/cover.js";
import type { UserState } from "../account/user.js";
import type { ExchangeEvent } from "../event/event.js";
import { reportAssets } from "../event/report.js";
import { moneyText, readMoney } from "../exact/money.js";
import type { LedgerAccount } from "../ledger/ledger.js";
import { settleDebt } from "../settle/debt.js";
import type { ExchangeState } from "../state/exchange-state.js";
import type { Turn } from "../state/turn.js";
import type { Credit, FundInsurance, Purse, SetAccount, Transfer } from "./command.js";
import type { RefusalReason } from "./refusal.js";

function refuse(
  events: ExchangeEvent[],
  command: { readonly kind: string; readonly account: AccountId },
  reason: RefusalReason,
): void {
  events.push({ kind: "command-refused", command: command.kind, account: command.account, reason });
}

function purseOf(state: ExchangeState, user: UserState, coin: string, purse: Purse): LedgerAccount {
  const accounts = coinAccounts(state, user, coin);
  return purse === "contract" ? accounts.free : accounts[purse];
}

/** What can be taken out of a purse: money that backs positions always stays, and a debt is paid first. */
function available(state: ExchangeState, account: AccountId, coin: string, purse: Purse): bigint {
  const user = state.users.get(account);
  const accounts = user?.coins.get(coin);
  if (user === undefined || accounts === undefined) {
    return 0n;
  }
  return purse === "contract" ? usable(state, user, coin) + accounts.debt.balance : accounts[purse].balance;
}

/** Why credits cannot be made, one after the other, if so. Nothing changes. */
export function refusalOfCredits(
  state: ExchangeState,
  account: AccountId,
  credits: readonly Pick<Credit, "coin" | "amount" | "purse">[],
): RefusalReason | undefined {
  const balances = new Map<string, bigint>();
  for (const { coin, amount: text, purse } of credits) {
    const amount = readMoney(text);
    if (amount === undefined) {
      return "wrong-parameter";
    }
    const name = `${purse} ${coin}`;
    const balance = (balances.get(name) ?? available(state, account, coin, purse)) + amount;
    if (amount < 0n && balance < 0n) {
      return "insufficient-balance";
    }
    balances.set(name, balance);
  }
  return undefined;
}

/** Money comes from outside, or goes there. */
export function credit(turn: Turn, command: Credit): void {
  const { state, events } = turn;
  const { account, coin, purse } = command;
  const amount = readMoney(command.amount) ?? 0n;
  const reason = refusalOfCredits(state, account, [command]);
  if (reason !== undefined) {
    refuse(events, command, reason);
    return;
  }
  const user = userOf(state, account);
  const own = purseOf(state, user, coin, purse);
  const { world } = venueAccounts(state, coin);
  const comesIn = amount >= 0n;
  const size = comesIn ? amount : -amount;
  state.ledger.post(comesIn ? world : own, comesIn ? own : world, size);
  const [from, to] = comesIn ? ["world", purse] : [purse, "world"];
  settleDebt(turn, user, coinAccounts(state, user, coin));
  events.push({ kind: "money-moved", account, coin, amount: moneyText(size), from, to });
  if (purse === "contract") {
    reportAssets(turn, user, coinAccounts(state, user, coin));
  }
}

/** The insurance fund gets money from outside. */
export function fundInsurance(state: ExchangeState, command: FundInsurance): void {
  const amount = readMoney(command.amount);
  if (amount === undefined || amount < 0n) {
    return;
  }
  const { world, insurance } = venueAccounts(state, command.coin);
  state.ledger.post(world, insurance, amount);
}

/** A user moves money into his contract account or out of it. What backs losses of cross positions stays. */
export function transfer(turn: Turn, command: Transfer): void {
  const { state, events } = turn;
  const { account, coin, direction } = command;
  const amount = readMoney(command.amount);
  if (amount === undefined || amount <= 0n) {
    refuse(events, command, "wrong-parameter");
    return;
  }
  const user = userOf(state, account);
  const { wallet, free } = coinAccounts(state, user, coin);
  const inwards = direction === "in";
  if (amount > (inwards ? wallet.balance : usable(state, user, coin))) {
    refuse(events, command, "insufficient-balance");
    return;
  }
  state.ledger.post(inwards ? wallet : free, inwards ? free : wallet, amount);
  settleDebt(turn, user, coinAccounts(state, user, coin));
  const [from, to] = inwards ? ["wallet", "contract"] : ["contract", "wallet"];
  const transferId = state.nextTransferId++;
  events.push({ kind: "money-moved", account, coin, amount: moneyText(amount), from, to, transferId });
  reportAssets(turn, user, coinAccounts(state, user, coin));
}

/** The operator sets what a user may do. */
export function setAccount(state: ExchangeState, command: Omit<SetAccount, "kind">): void {
  const user = userOf(state, command.account);
  user.restricted = command.restricted ?? user.restricted;
  user.paysFeesInToken = command.paysFeesInToken ?? user.paysFeesInToken;
  user.cancelOnDisconnect = command.cancelOnDisconnect ?? user.cancelOnDisconnect;
}
