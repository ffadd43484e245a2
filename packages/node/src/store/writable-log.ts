/** What a store does to its log. */
export interface WritableLog<Entry extends object> {
  /** Adds a record. It is written soon. */
  append(record: Entry): void;
  /** Resolves when everything that was added so far is on the disk. @throws StoreError `file-failed`: it is not kept */
  durable(): Promise<void>;
}
