/** Two columns of equal length over memory that somebody else owns. */
export interface LevelColumns {
  /** Sort keys, ascending: a bid's key is its scaled price, an ask's is the scaled price negated. */
  readonly keys: Float64Array;
  /** Scaled quantities, beside their keys. */
  readonly quantities: Float64Array;
}

/** Gives columns for at least `levels` levels. */
export type AllocateLevels = (levels: number) => LevelColumns;

/** Bytes of one level in a pair of columns. */
export const bytesPerLevel = 16;

/** Columns for `capacity` levels over `buffer`: first all keys, then all quantities. `byteOffset` is a multiple of 8. */
export function levelColumns(buffer: ArrayBufferLike, byteOffset: number, capacity: number): LevelColumns {
  return {
    keys: new Float64Array(buffer, byteOffset, capacity),
    quantities: new Float64Array(buffer, byteOffset + capacity * 8, capacity),
  };
}

/** Columns in a buffer of their own. */
export const allocateOwnLevels: AllocateLevels = (levels) =>
  levelColumns(new ArrayBuffer(levels * bytesPerLevel), 0, levels);
