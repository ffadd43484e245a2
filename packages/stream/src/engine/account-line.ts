import type { AccountStream } from "@depthwire/account";

/** What an account is told of its sessions. */
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

  /** What the present connection said is asked for, as after a break: something of it could not be read. */
  mistrust(): void {
    this.#account.feed.broken();
    this.#account.feed.acknowledged();
  }
}
