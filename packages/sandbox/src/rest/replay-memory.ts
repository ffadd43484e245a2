import type { Rewindable } from "../snapshots/rewindable.js";

/** Most signatures that are remembered at once. */
const maxSignatures = 100_000;

/** Signatures that are remembered at one moment. */
interface SavedReplays {
  readonly recent: ReadonlySet<string>;
  readonly before: ReadonlySet<string>;
  readonly turnAtMs: number;
}

/**
 * Remembers signatures for as long as their timestamps would still be taken: afterwards a replay is refused for its age. Two
 * maps take turns, so that forgetting costs nothing per request.
 */
export class ReplayMemory implements Rewindable<SavedReplays> {
  readonly #keptMs: number;
  #recent: Set<string> = new Set();
  #before: ReadonlySet<string> = new Set();
  #turnAtMs = 0;

  /** @param toleranceMs how far a timestamp may be from the venue's time, in milliseconds */
  constructor(toleranceMs: number) {
    // A timestamp may lie ahead by the tolerance, and is then taken until it is as old.
    this.#keptMs = 2 * toleranceMs;
  }

  save(): SavedReplays {
    return { recent: new Set(this.#recent), before: this.#before, turnAtMs: this.#turnAtMs };
  }

  restore({ recent, before, turnAtMs }: SavedReplays): void {
    this.#recent = new Set(recent);
    this.#before = before;
    this.#turnAtMs = turnAtMs;
  }

  /**
   * Whether a signature is new, and from now on it is not. When there are more than can be remembered, the oldest may be
   * forgotten before their time.
   *
   * @param nowMs epoch milliseconds
   */
  take(apiKey: string, signature: string, nowMs: number): boolean {
    if (nowMs >= this.#turnAtMs || this.#recent.size >= maxSignatures / 2) {
      this.#before = this.#recent;
      this.#recent = new Set();
      this.#turnAtMs = nowMs + this.#keptMs;
    }
    const name = `${apiKey} ${signature}`;
    if (this.#recent.has(name) || this.#before.has(name)) {
      return false;
    }
    this.#recent.add(name);
    return true;
  }
}
