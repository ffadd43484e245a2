/** Two columns of equal length over memory that somebody else owns. */
export interface LevelColumns {
  /** Sort keys, ascending: a bid's key is its scaled price, an ask's is the scaled price negated. */
  readonly keys: Float64Array;
  /** Scaled quantities, beside their keys. */
  readonly quantities: Float64Array;
}

/** Memory for the levels of one side: first all keys, then all quantities. */
export interface LevelBlock {
  /** Views of the memory: not to be kept, since memory that grows ends them. */
  readonly columns: LevelColumns;
  /** Levels that there is room for. */
  readonly capacity: number;
  /** Where it begins in a memory that is addressed by numbers; 0 in any other. */
  readonly address: number;
  /** Gives the memory back. */
  release(): void;
}

/** Gives a block for at least `levels` levels. */
export type AllocateLevels = (levels: number) => LevelBlock;

/** Bytes of one level in a pair of columns. */
export const bytesPerLevel = 16;

/** Columns for `capacity` levels over `buffer`: first all keys, then all quantities. `byteOffset` is a multiple of 8. */
export function levelColumns(buffer: ArrayBufferLike, byteOffset: number, capacity: number): LevelColumns {
  return {
    keys: new Float64Array(buffer, byteOffset, capacity),
    quantities: new Float64Array(buffer, byteOffset + capacity * 8, capacity),
  };
}

/** A block in a buffer of its own. */
export const allocateOwnLevels: AllocateLevels = (levels) => ({
  columns: levelColumns(new ArrayBuffer(levels * bytesPerLevel), 0, levels),
  capacity: levels,
  address: 0,
  release: () => undefined,
});
