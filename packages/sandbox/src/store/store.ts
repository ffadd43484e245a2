/** Keys between two, in order. */
export interface KeyRange {
  readonly gte?: Uint8Array;
  readonly lt?: Uint8Array;
  readonly lte?: Uint8Array;
  readonly limit?: number;
  readonly reverse?: boolean;
}

/** Whether writing waits for the disk: a lost machine loses nothing then. Otherwise only a killed process loses nothing. */
export type WaitFor = "system" | "disk";

/** One change of a batch: a record is put in place of the one before, or deleted where the value is undefined. */
export interface Change {
  readonly key: Uint8Array;
  readonly value: string | undefined;
}

/** Records by key, kept beyond the end of the process. Its keys are ordered as bytes. It throws nothing but StoreError. */
export interface Store {
  /** Makes all changes of a batch or none, behind those of earlier calls. @throws StoreError */
  write(changes: readonly Change[], waitFor: WaitFor): Promise<void>;
  /** @throws StoreError */
  get(key: Uint8Array): Promise<string | undefined>;
  /** @throws StoreError */
  entries(range: KeyRange): Promise<[Uint8Array, string][]>;
  /** @throws StoreError */
  keys(range: KeyRange): Promise<Uint8Array[]>;
  /** The same entries one after the other, for more than should be in memory at once. @throws StoreError */
  each(range: KeyRange): AsyncIterable<[Uint8Array, string]>;
  /** Deletes a range, not at once: a reader may see a part of it. @throws StoreError */
  clear(range: KeyRange): Promise<void>;
  close(): Promise<void>;
}
