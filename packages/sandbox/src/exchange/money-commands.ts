import { coinAccounts, userOf, venueAccounts } from "./account/accounts.js";
import { usable } from "./account/cover.js";
import type { UserState } from "./account/user.js";
import type { AccountId, Credit, FundInsurance, Purse, SetAccount, Transfer } from "./command.js";
import type { ExchangeEvent } from "./event.js";
import { moneyText, readMoney } from "./exact/money.js";
import type { ExchangeState } from "./exchange-state.js";
import type { LedgerAccount } from "./ledger/ledger.js";
import type { RefusalReason } from "./refusal.js";
import { reportAssets } from "./report.js";
import { settleDebt } from "./settle/debt.js";

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

/** Money comes from outside, or goes there. */
export function credit(state: ExchangeState, command: Credit, events: ExchangeEvent[]): void {
  const { account, coin, purse } = command;
  const amount = readMoney(command.amount);
  if (amount === undefined) {
    refuse(events, command, "wrong-parameter");
    return;
  }
  const user = userOf(state, account);
  const own = purseOf(state, user, coin, purse);
  const { world } = venueAccounts(state, coin);
  // What backs positions stays, whoever wants it.
  const most = purse === "contract" ? usable(state, user, coin) : own.balance;
  if (amount < 0n && -amount > most) {
    refuse(events, command, "insufficient-balance");
    return;
  }
  if (amount >= 0n) state.ledger.post(world, own, amount);
  else state.ledger.post(own, world, -amount);
  const [from, to] = amount >= 0n ? ["world", purse] : [purse, "world"];
  const size = amount >= 0n ? amount : -amount;
  settleDebt(state, user, coin, events);
  events.push({ kind: "money-moved", account, coin, amount: moneyText(size), from, to });
  if (purse === "contract") reportAssets(state, user, coin, events);
}

/** The insurance fund gets money from outside. */
export function fundInsurance(state: ExchangeState, command: FundInsurance): void {
  const amount = readMoney(command.amount);
  if (amount === undefined || amount < 0n) return;
  const { world, insurance } = venueAccounts(state, command.coin);
  state.ledger.post(world, insurance, amount);
}

/** A user moves money into his contract account or out of it. What backs losses of cross positions stays. */
export function transfer(state: ExchangeState, command: Transfer, events: ExchangeEvent[]): void {
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
  settleDebt(state, user, coin, events);
  const [from, to] = inwards ? ["wallet", "contract"] : ["contract", "wallet"];
  const transferId = state.nextTransferId++;
  events.push({ kind: "money-moved", account, coin, amount: moneyText(amount), from, to, transferId });
  reportAssets(state, user, coin, events);
}

/** The operator sets what a user may do. */
export function setAccount(state: ExchangeState, command: SetAccount): void {
  const user = userOf(state, command.account);
  user.restricted = command.restricted ?? user.restricted;
  user.paysFeesInToken = command.paysFeesInToken ?? user.paysFeesInToken;
}
