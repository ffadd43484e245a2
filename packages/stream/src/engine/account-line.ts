import type { AccountStream } from "@depthwire/account";

/** What an account hears of its sessions. */
export class AccountLine {
  readonly #account: AccountStream;
  #isLive = false;

  constructor(account: AccountStream) {
    this.#account = account;
  }

  /** Whether the account was told of the present connection. */
  get isLive(): boolean {
    return this.#isLive;
  }

  /** Somebody is logged in on the present connection. */
  acknowledged(): void {
    this.#isLive = true;
    this.#account.feed.acknowledged();
  }

  /**
   * The connection is gone. One on which nobody was logged in told nothing, so nothing of it can be missing.
   *
   * @param heardAtMs when anything was last heard on it, epoch milliseconds
   */
  broken(heardAtMs: number): void {
    if (this.#isLive) {
      this.#isLive = false;
      this.#account.feed.broken(heardAtMs);
    }
  }

  /** A message of the present connection could not be read: the account asks for what it missed, as after a break. */
  mistrust(): void {
    this.#account.feed.broken();
    this.#account.feed.acknowledged();
  }
}
