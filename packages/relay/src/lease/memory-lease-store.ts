import type { LeaseStore, StoredLease } from "../ports/lease-store.js";

/** A store in this process's memory: for tests, and for programs that serve it to others. */
export class MemoryLeaseStore implements LeaseStore {
  readonly #stored = new Map<string, StoredLease>();

  read(key: string): Promise<StoredLease> {
    return Promise.resolve(this.#of(key));
  }

  compareAndSet(key: string, expected: number, text: string): Promise<number | undefined> {
    const { revision } = this.#of(key);
    if (revision !== expected) {
      return Promise.resolve(undefined);
    }
    this.#stored.set(key, { revision: revision + 1, text });
    return Promise.resolve(revision + 1);
  }

  #of(key: string): StoredLease {
    return this.#stored.get(key) ?? { revision: 0, text: undefined };
  }
}
