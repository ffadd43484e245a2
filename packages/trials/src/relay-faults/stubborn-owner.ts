import type { Bus, BusMessage, LeaseStore, StoredLease, Subjects } from "@depthwire/relay";
import { decodeBeat } from "@depthwire/relay/internal";

/**
 * What stands between an owner and the world, and can have it go on although it has lost its leases: it is told that they were renewed, and hears no other
 * owner. What it publishes goes out as ever.
 */
export class StubbornOwner {
  isStubborn = false;
  readonly #subjects: Subjects;
  /** Name under which it owns shards. */
  readonly #owner: () => string;
  /** What it wrote last, by key: a renewal writes the same again. */
  readonly #written = new Map<string, string>();

  constructor(subjects: Subjects, owner: () => string) {
    this.#subjects = subjects;
    this.#owner = owner;
  }

  /** The bus as it hears it. */
  bus(bus: Bus): Bus {
    return {
      get status() {
        return bus.status;
      },
      onStatus: (listener) => bus.onStatus(listener),
      publish: (subject, bytes) => bus.publish(subject, bytes),
      request: (subject, bytes, limitMs, answered) => bus.request(subject, bytes, limitMs, answered),
      subscribe: (subject, handler, forbidden) => {
        const hears = (message: BusMessage): void => {
          if (!this.isStubborn || !this.#isOfOthers(message)) {
            handler(message);
          }
        };
        return bus.subscribe(subject, hears, forbidden);
      },
    };
  }

  /** The store of leases as it believes it to be. */
  store(store: LeaseStore): LeaseStore {
    return {
      read: (key: string): Promise<StoredLease> => store.read(key),
      compareAndSet: async (key: string, expected: number, text: string): Promise<number | undefined> => {
        if (this.isStubborn && this.#written.get(key) === text) {
          return expected;
        }
        const revision = await store.compareAndSet(key, expected, text);
        if (revision !== undefined) {
          this.#written.set(key, text);
        }
        return revision;
      },
    };
  }

  /** Beats of owners, and of who takes part. Whoever does not hear its own takes itself for cut off. */
  #isOfOthers({ subject, bytes }: BusMessage): boolean {
    if (subject === this.#subjects.members()) {
      const { owner }: { readonly owner?: unknown } = JSON.parse(new TextDecoder().decode(bytes));
      return owner !== this.#owner();
    }
    const beat = decodeBeat(bytes);
    return typeof beat !== "string" && subject.includes(".beat.") && beat.owner !== this.#owner();
  }
}
