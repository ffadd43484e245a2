import type { DataStore } from "./data-store.js";
import { keyOf, recordKinds } from "./record-keys.js";

/** Place of the list among the settings; other places below it say where lists begin. */
const pairsSetting = 100;

/** Pairs whose books are kept from the next start on, since somebody asked for them. */
export class KeptPairs {
  readonly #store: DataStore;
  /** Pairs that were found. */
  readonly found: readonly string[];

  private constructor(store: DataStore, found: readonly string[]) {
    this.#store = store;
    this.found = found;
  }

  /** Opens the list of a store. @throws StoreError `store-corrupt`, `store-failed` */
  static async open(store: DataStore): Promise<KeptPairs> {
    const [record] = await store.list(recordKinds.setting, { from: pairsSetting, to: pairsSetting + 1 });
    return new KeptPairs(store, record === undefined ? [] : (JSON.parse(record.text) as readonly string[]));
  }

  /** Keeps the list, soon. */
  keep(pairs: readonly string[]): void {
    const value = JSON.stringify(pairs);
    void this.#store.write([{ key: keyOf(recordKinds.setting, pairsSetting), value }], "system");
  }
}
