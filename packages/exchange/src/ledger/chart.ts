import type { AccountId } from "../account/account-id.js";
import type { Ledger, LedgerAccount } from "./ledger.js";

/** The venue's own accounts of one coin, and the world outside. */
export interface VenueAccounts {
  readonly fees: LedgerAccount;
  readonly insurance: LedgerAccount;
  /** Profit and loss of positions that the venue has taken over, until the insurance fund has settled them. */
  readonly liquidation: LedgerAccount;
  /** Funding on its way from payers to receivers. */
  readonly funding: LedgerAccount;
  /** What is left over from rounding. */
  readonly rounding: LedgerAccount;
  /** Everybody outside: deposits come from here, withdrawals go here. */
  readonly world: LedgerAccount;
}

/** A user's own accounts of one coin; margins have one account for each position besides, frozen funds one for each contract. */
export interface CoinAccounts {
  readonly coin: string;
  readonly wallet: LedgerAccount;
  readonly spot: LedgerAccount;
  /** On its way out. */
  readonly withdrawing: LedgerAccount;
  /** Free in the contract account. */
  readonly free: LedgerAccount;
  /** Coupons: pay fees and nothing else. */
  readonly promotion: LedgerAccount;
  /** What the user owes against the profit of cross positions: 0, or below it. While it is, nothing is free. */
  readonly debt: LedgerAccount;
}

/** The venue's accounts of a coin. */
export function openVenueAccounts(ledger: Ledger, coin: string): VenueAccounts {
  const open = (name: string): LedgerAccount => ledger.open(name, coin);
  return {
    fees: open("venue/fees"),
    insurance: open("venue/insurance"),
    liquidation: open("venue/liquidation"),
    funding: open("venue/funding"),
    rounding: open("venue/rounding"),
    world: open("world"),
  };
}

/** A user's accounts of a coin. */
export function openCoinAccounts(ledger: Ledger, user: AccountId, coin: string): CoinAccounts {
  const open = (name: string, backs = 0): LedgerAccount => ledger.open(`user/${user}/${name}`, coin, backs);
  return {
    coin,
    wallet: open("wallet"),
    spot: open("spot"),
    withdrawing: open("withdrawing"),
    free: open("free", user),
    promotion: open("promotion"),
    debt: open("debt", user),
  };
}

/** Pays out realised profit of a pair; it always holds the unrealised profit of everybody. */
export function openClearing(ledger: Ledger, pair: string, coin: string): LedgerAccount {
  return ledger.open(`clearing/${pair}`, coin);
}

/** An agent's money: it trades without margin, so it may be below 0. */
export function openHouseAccount(ledger: Ledger, account: AccountId, coin: string): LedgerAccount {
  return ledger.open(`house/${account}`, coin);
}

/** Margin of one side of a user's position. */
export function openMargin(
  ledger: Ledger,
  user: AccountId,
  { pair, coin }: { readonly pair: string; readonly coin: string },
  side: string,
): LedgerAccount {
  return ledger.open(`user/${user}/margin/${pair}/${side}`, coin, user);
}

/** What a user's orders in a contract hold back. */
export function openFrozen(
  ledger: Ledger,
  user: AccountId,
  { pair, coin }: { readonly pair: string; readonly coin: string },
): LedgerAccount {
  return ledger.open(`user/${user}/frozen/${pair}`, coin, user);
}
