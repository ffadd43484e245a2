/**
 * Follows signals of callers with one listener each, however many calls follow it: platforms warn of a leak where one signal has many.
 */
export class AbortListeners {
  readonly #bySignal = new Map<AbortSignal, Followers>();

  /**
   * Calls back when the signal is aborted, at once where it is already.
   *
   * @returns ends it
   */
  follow(signal: AbortSignal, callback: () => void): () => void {
    if (signal.aborted) {
      callback();
      return () => undefined;
    }
    const followers = this.#bySignal.get(signal) ?? this.#listen(signal);
    const follower = { callback };
    followers.all.add(follower);
    return () => {
      followers.all.delete(follower);
      if (followers.all.size === 0) {
        followers.leave();
      }
    };
  }

  #listen(signal: AbortSignal): Followers {
    const all = new Set<Follower>();
    const leave = (): void => {
      signal.removeEventListener("abort", onAbort);
      this.#bySignal.delete(signal);
    };
    const onAbort = (): void => {
      leave();
      for (const { callback } of all) {
        callback();
      }
    };
    signal.addEventListener("abort", onAbort);
    const followers = { all, leave };
    this.#bySignal.set(signal, followers);
    return followers;
  }
}

interface Follower {
  readonly callback: () => void;
}

interface Followers {
  readonly all: Set<Follower>;
  /** Listens no longer. */
  readonly leave: () => void;
}
