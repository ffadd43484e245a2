/** One account of the books. Only a posting changes its balance. */
export interface LedgerAccount {
  readonly name: string;
  readonly coin: string;
  /** Whom it backs: a user's number for his contract account's funds, margins and frozen funds; 0 otherwise. */
  readonly backs: number;
  /** In money units of the coin. The accounts of one coin add up to 0. */
  readonly balance: bigint;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Double-entry books: money moves from one account to another one of the same coin and never appears or vanishes. */
export class Ledger {
  readonly #accounts: Map<string, LedgerAccount> = new Map();
  readonly #touched: Set<number> = new Set();
  /** Who was touched last: the postings of a trade touch the same user again and again. */
  #touchedLast = 0;

  /** Users whose backing, or what it backs, may have changed since {@link forgetTouched}. */
  get touched(): ReadonlySet<number> {
    return this.#touched;
  }

  /** The account of this name; opened, empty, when there is none. */
  open(name: string, coin: string, backs = 0): LedgerAccount {
    const key = `${name}/${coin}`;
    const known = this.#accounts.get(key);
    if (known !== undefined) {
      return known;
    }
    const account: LedgerAccount = { name, coin, backs, balance: 0n };
    this.#accounts.set(key, account);
    return account;
  }

  /** Takes over an account of other books, as it is. These books must not have one of its name. */
  adopt(account: LedgerAccount): void {
    this.#accounts.set(`${account.name}/${account.coin}`, account);
  }

  /** Closes an empty account for good. @throws RangeError when it is not empty */
  close(account: LedgerAccount): void {
    if (account.balance !== 0n) {
      throw new RangeError(`${account.name} holds ${account.balance} ${account.coin}`);
    }
    this.#accounts.delete(`${account.name}/${account.coin}`);
  }

  /**
   * Moves money.
   *
   * @param amount in money units, not negative
   * @throws RangeError for a negative amount or accounts of different coins
   */
  post(from: LedgerAccount, to: LedgerAccount, amount: bigint): void {
    if (amount < 0n) {
      throw new RangeError("a posting is not negative");
    }
    if (from.coin !== to.coin) {
      throw new RangeError("a posting keeps to one coin");
    }
    if (amount === 0n) {
      return;
    }
    (from as Writable<LedgerAccount>).balance -= amount;
    (to as Writable<LedgerAccount>).balance += amount;
    this.touch(from.backs);
    this.touch(to.backs);
  }

  /** A user's funds, or what they back, have changed. */
  touch(user: number): void {
    if (user !== 0 && user !== this.#touchedLast) {
      this.#touched.add(user);
      this.#touchedLast = user;
    }
  }

  /** Somebody has looked at this user. */
  forgetTouched(user: number): void {
    this.#touched.delete(user);
    this.#touchedLast = 0;
  }

  /** Every open account, in the order of opening. */
  accounts(): readonly LedgerAccount[] {
    return [...this.#accounts.values()];
  }

  /** What the accounts of each coin add up to: 0, always. */
  totals(): ReadonlyMap<string, bigint> {
    const totals = new Map<string, bigint>();
    for (const { coin, balance } of this.#accounts.values()) {
      totals.set(coin, (totals.get(coin) ?? 0n) + balance);
    }
    return totals;
  }
}
