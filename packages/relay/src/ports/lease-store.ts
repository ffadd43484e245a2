/** What stands under a key of a {@link LeaseStore}. */
export interface StoredLease {
  /** Grows with each write of the key, by anybody; 0 where nothing was ever written. */
  readonly revision: number;
  /** Undefined where nothing stands there, or was deleted. */
  readonly text: string | undefined;
}

/**
 * Where leases are kept: a store with compare-and-set. Both calls reject when the store does not answer; a caller that gave up takes a late answer for
 * none. Nothing is read from a replica that may be behind.
 */
export interface LeaseStore {
  read(key: string): Promise<StoredLease>;
  /**
   * Writes where the key's revision is still `expected`.
   *
   * @returns the new revision; undefined where another one stood there
   */
  compareAndSet(key: string, expected: number, text: string): Promise<number | undefined>;
}
