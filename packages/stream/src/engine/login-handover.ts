import type { PrivateEvent } from "@depthwire/schema/internal";

/**
 * What two sessions of one account say while both are logged in. The old session's words count until it leaves: it was there
 * first, so nothing is missing in them. The new session's are kept, and then those are delivered that the old one did not say.
 */
export class LoginHandover {
  /** Events of the old session, and how often each came, since the new one began to log in. */
  readonly #said = new Map<string, number>();
  readonly #kept: PrivateEvent[] = [];
  /** Whether a message of the new session could not be read: what it said is unknown. */
  isDamaged = false;

  /** How many events wait. */
  get kept(): number {
    return this.#kept.length;
  }

  /** The old session said this, and it was delivered. */
  saidByOld(event: PrivateEvent): void {
    const key = keyOf(event);
    this.#said.set(key, (this.#said.get(key) ?? 0) + 1);
  }

  saidByNew(event: PrivateEvent): void {
    this.#kept.push(event);
  }

  /** What only the new session said, in order, without what greets a login: the account is known, and newer by now. */
  rest(): readonly PrivateEvent[] {
    return this.#kept.filter((event) => !isGreeting(event) && !this.#wasSaid(event));
  }

  /** Everything that the new session said. */
  all(): readonly PrivateEvent[] {
    return this.#kept;
  }

  #wasSaid(event: PrivateEvent): boolean {
    const key = keyOf(event);
    const times = this.#said.get(key) ?? 0;
    this.#said.set(key, times - 1);
    return times > 0;
  }
}

/** The whole account, as it was at the login. @spec document 1, Events, Private stream data */
function isGreeting({ kind }: PrivateEvent): boolean {
  return kind === "all-assets" || kind === "all-positions" || kind === "all-orders";
}

/** Both sessions get the same, in the same words. */
function keyOf(event: PrivateEvent): string {
  return JSON.stringify(event);
}
