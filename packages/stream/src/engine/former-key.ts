import type { Credential } from "@depthwire/core";

/**
 * After so many logins in a row of a new key that failed without a refusal, the key before it is used again. One that failed beside the old session
 * until that made room has begun to count then.
 */
const maxFailedLogins = 3;

/** The key to go back to when the one after it, which is tried while nobody is logged in, cannot be used. */
export class FormerKey {
  #credential: Credential | undefined;
  #failedLogins = 0;

  /** Undefined where the key in use is proven, or none before it is to be gone back to. */
  get credential(): Credential | undefined {
    return this.#credential;
  }

  /** Another key is tried from now on: the last one that was proven is kept. */
  keep(credential: Credential): void {
    this.#credential ??= credential;
    this.#failedLogins = 0;
  }

  forget(): void {
    this.#credential = undefined;
  }

  /** A login of the new key failed without a refusal. Returns the key to go back to, when it has happened often enough. */
  loginFailed(): Credential | undefined {
    this.#failedLogins++;
    return this.#failedLogins >= maxFailedLogins ? this.#credential : undefined;
  }
}
