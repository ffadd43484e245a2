import type { StoreUnderTest } from "./lease-store-contract.js";

type Stored = Awaited<ReturnType<StoreUnderTest["read"]>>;

/** A store that keeps every promise, made to be broken one at a time. */
export class SoundStore implements StoreUnderTest {
  readonly stored = new Map<string, Stored>();

  of(key: string): Stored {
    return this.stored.get(key) ?? { revision: 0, text: undefined };
  }

  read(key: string): Promise<Stored> {
    return Promise.resolve(this.of(key));
  }

  compareAndSet(key: string, expected: number, text: string): Promise<number | undefined> {
    return Promise.resolve(this.of(key).revision === expected ? this.write(key, text) : undefined);
  }

  write(key: string, text: string): number {
    const revision = this.of(key).revision + 1;
    this.stored.set(key, { revision, text });
    return revision;
  }
}

/** Of updates that are proposed at once the last one is decided first. */
export class LastFirst extends SoundStore {
  readonly #proposed: (() => void)[] = [];

  override compareAndSet(key: string, expected: number, text: string): Promise<number | undefined> {
    return new Promise((resolve) => {
      this.#proposed.push(() => resolve(super.compareAndSet(key, expected, text)));
      setImmediate(() => this.#proposed.pop()?.());
    });
  }
}

/** Revisions are those of the whole store, as etcd's and JetStream's are. */
export class OneCounter extends SoundStore {
  #latest = 40;

  override write(key: string, text: string): number {
    this.#latest += 3;
    this.stored.set(key, { revision: this.#latest, text });
    return this.#latest;
  }
}
