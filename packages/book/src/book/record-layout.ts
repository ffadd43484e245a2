/**
 * Where the hot state of one book stands in the 64 bytes of its record: one line of the processor's caches.
 * The AssemblyScript source imports this file too, so it holds plain integer constants and nothing else. All are offsets in bytes.
 */

/** f64: number of the state that the book holds. */
export const seqField = 0;
/** f64: the venue's time of that state. */
export const updatedAtField = 8;
/** f64: when that state came in. */
export const receivedAtField = 16;
/** f64: grows with every change that a view would show. */
export const versionField = 24;
/** u32: where the levels lie; 0: in no memory that the machine can reach. */
export const levelsField = 32;
/** u32: levels that there is room for, a side. */
export const capacityField = 36;
/** u32: most levels a side to which the machine may bring the book on its own. */
export const limitField = 40;
/** u32: levels of the asks. */
export const askLengthField = 44;
/** u32: levels of the bids. */
export const bidLengthField = 48;
/** u32: the number that the owner of the channel gave it. */
export const indexField = 52;
/** u32 of four bytes, see below. */
export const flagsField = 56;
/** u8: 1 while the machine may apply the next update on its own; the host holds no newer state then. */
export const handedOverField = 56;
/** u8: 1 when an update came since the book was handed over. */
export const movedField = 57;
/** u8: 1 when each update has to follow the one before. */
export const contiguousField = 58;
/** u8: how a price in both `add` and `del` of one message is read. */
export const sameLevelField = 59;
/** u16 of two bytes: decimals of the levels' prices, and of their quantities. */
export const levelScalesField = 60;
/** u16: number of the connection whose messages may change the book; 0: of none. */
export const ownerField = 62;

/** Bytes of a book's record. */
export const bookRecordBytes = 64;
