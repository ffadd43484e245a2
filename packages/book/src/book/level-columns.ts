/** Two columns of equal length over memory that somebody else owns. */
export interface LevelColumns {
  /** Sort keys, ascending: a bid's key is its scaled price, an ask's is the scaled price negated. */
  readonly keys: Float64Array;
  /** Scaled quantities, beside their keys. */
  readonly quantities: Float64Array;
}

/** Memory for the levels of one book, the same room for each side: keys and quantities of the asks, then those of the bids. */
export interface LevelBlock {
  /** Views of the asks' memory: not to be kept, since memory that grows ends them. */
  readonly asks: LevelColumns;
  /** The same of the bids. */
  readonly bids: LevelColumns;
  /** Levels that there is room for, a side. */
  readonly capacity: number;
}

/** Bytes of one level of both sides. */
export const bytesPerLevel = 32;

/** A block for `capacity` levels a side over `buffer`. `byteOffset` is a multiple of 8. */
export function levelBlock(buffer: ArrayBufferLike, byteOffset: number, capacity: number): LevelBlock {
  const column = (index: number): Float64Array => new Float64Array(buffer, byteOffset + index * capacity * 8, capacity);
  return {
    asks: { keys: column(0), quantities: column(1) },
    bids: { keys: column(2), quantities: column(3) },
    capacity,
  };
}

/** A block in a buffer of its own. */
export function allocateOwnLevels(levels: number): LevelBlock {
  return levelBlock(new ArrayBuffer(levels * bytesPerLevel), 0, levels);
}

/** Copies levels from block to block, and answers the second one. */
export function moveLevels(
  { askLength, bidLength }: { readonly askLength: number; readonly bidLength: number },
  from: LevelBlock,
  to: LevelBlock,
): LevelBlock {
  copyColumns(from.asks, to.asks, askLength);
  copyColumns(from.bids, to.bids, bidLength);
  return to;
}

/** Copies the first `length` rows. */
export function copyColumns(from: LevelColumns, to: LevelColumns, length: number): void {
  to.keys.set(from.keys.subarray(0, length));
  to.quantities.set(from.quantities.subarray(0, length));
}
