import type { Change } from "@depthwire/sandbox/internal";
import type { DataStore } from "./data-store.js";
import { keyOf, type RecordKind, recordKinds } from "./record-keys.js";

/** A list is rewritten when it has this many times the records that it had after the last rewriting. */
const maxGrowth = 4;

/** What a {@link StoredList} is opened with. */
export interface StoredListOptions {
  readonly kind: RecordKind;
  /** The records that say the same as all that were added. */
  readonly summary: () => Iterable<object>;
  /** A list of fewer records is never rewritten. */
  readonly rewriteAfter: number;
}

/** A list of records that only grows. One that has grown long is replaced by a short one with the same meaning. */
export class StoredList {
  readonly #store: DataStore;
  readonly #options: StoredListOptions;
  /** Number of the first record that counts. */
  #first: number;
  #next: number;
  #rewriteAt: number;

  private constructor(store: DataStore, options: StoredListOptions, first: number, next: number) {
    this.#store = store;
    this.#options = options;
    this.#first = first;
    this.#next = next;
    this.#rewriteAt = options.rewriteAfter;
  }

  /** Opens a list. @param each hears what is in it, in order @throws StoreError `store-corrupt`, `store-failed` */
  static async open(store: DataStore, options: StoredListOptions, each: (record: object) => void): Promise<StoredList> {
    const { kind } = options;
    const [begin] = await store.list(recordKinds.setting, { from: kind, to: kind + 1 });
    const first = begin === undefined ? 0 : Number(begin.text);
    const records = await store.list(kind, { from: first });
    for (const { text } of records) {
      each(JSON.parse(text) as object);
    }
    return new StoredList(store, options, first, (records.at(-1)?.n ?? first - 1) + 1);
  }

  /** The change that adds a record. It must be written: records count in the order in which they were asked for here. */
  add(record: object): Change {
    const change = { key: keyOf(this.#options.kind, this.#next++), value: JSON.stringify(record) };
    if (this.#next - this.#first >= this.#rewriteAt) {
      // Behind the batch that this record is written with, and before the next.
      queueMicrotask(() => this.#rewrite());
    }
    return change;
  }

  /** All in one batch: the short list, and that it begins there. What is before it is deleted afterwards. */
  #rewrite(): void {
    if (this.#next - this.#first < this.#rewriteAt) {
      return;
    }
    const { kind, summary } = this.#options;
    const first = this.#next;
    const changes = [...summary()].map((record) => ({ key: keyOf(kind, this.#next++), value: JSON.stringify(record) }));
    this.#first = first;
    this.#rewriteAt = Math.max(this.#options.rewriteAfter, changes.length * maxGrowth);
    const begin = { key: keyOf(recordKinds.setting, kind), value: String(first) };
    this.#store.write([...changes, begin], "system").then(
      () => this.#store.clear(kind, first).catch(() => {}),
      () => {},
    );
  }
}
