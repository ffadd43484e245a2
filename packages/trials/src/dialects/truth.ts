/** A published state of a book, as the operator's address tells it: rows of quantity and price, best first. */
export interface TrueBook {
  readonly ut: number;
  readonly seq: number;
  readonly asks: readonly (readonly [string, string])[];
  readonly bids: readonly (readonly [string, string])[];
}

/** Balances of one coin of an account, as the operator's address tells them. */
export interface TrueBalances {
  readonly wallet: string;
  readonly spot: string;
  readonly withdrawing: string;
  readonly free: string;
  readonly margin: string;
  readonly frozen: string;
  readonly total: string;
}

/** A key that the operator has opened, with its account. */
export interface OpenedAccount {
  readonly account: number;
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** What the venue's operator knows; no client reads its data here, it is held against it. */
export class Truth {
  readonly #restUrl: string;

  constructor(restUrl: string) {
    this.#restUrl = restUrl;
  }

  /** The state of a book at a `seq`. @returns nothing when the venue has forgotten it */
  async book(pair: string, seq: number): Promise<TrueBook | undefined> {
    const answer = await fetch(`${this.#restUrl}/_sandbox/book/${pair}?seq=${seq}`);
    if (!answer.ok) {
      return undefined;
    }
    return (await answer.json()) as TrueBook;
  }

  /** Balances of an account by coin. */
  async balances(account: number): Promise<Readonly<Record<string, TrueBalances>>> {
    const answer = await fetch(`${this.#restUrl}/_sandbox/accounts/${account}`);
    const { balances } = (await answer.json()) as { readonly balances: Readonly<Record<string, TrueBalances>> };
    return balances;
  }

  /** Opens an account with money. @throws Error when the venue refuses */
  async open(funds: readonly object[]): Promise<OpenedAccount> {
    const { account, opened } = (await this.order("accounts", { funds })) as {
      readonly account: number;
      readonly opened: readonly [Omit<OpenedAccount, "account">];
    };
    return { account, ...opened[0] };
  }

  /** An order of the operator. @throws Error when the venue refuses */
  async order(path: string, body: object): Promise<unknown> {
    const answer = await fetch(`${this.#restUrl}/_sandbox/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) {
      throw new Error(`the operator was refused ${path}: ${await answer.text()}`);
    }
    return answer.json();
  }
}
