import type { LeaseStore, StoredLease } from "@depthwire/relay";

/** A store to which a take's second update never comes: the take itself counts. For showing what the second one is for. */
export class UnconfirmedStore implements LeaseStore {
  readonly #store: LeaseStore;
  readonly #taken = new Map<string, { readonly revision: number; readonly text: string }>();
  readonly #known = new Map<string, string>();

  constructor(store: LeaseStore) {
    this.#store = store;
  }

  read(key: string): Promise<StoredLease> {
    return this.#store.read(key);
  }

  async compareAndSet(key: string, expected: number, text: string): Promise<number | undefined> {
    const taken = this.#taken.get(key);
    this.#taken.delete(key);
    if (taken?.revision === expected && taken.text === text) {
      return expected;
    }
    const revision = await this.#store.compareAndSet(key, expected, text);
    // A text that this one has written before is a renewal.
    if (revision !== undefined && this.#known.get(key) !== text) {
      this.#known.set(key, text);
      this.#taken.set(key, { revision, text });
    }
    return revision;
  }
}
