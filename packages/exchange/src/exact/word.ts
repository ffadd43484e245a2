/**
 * A word of 64 bits and its halves, to take integers apart and to put them together: many times quicker than by arithmetic of bigints.
 * Whoever uses it reads what it wrote before anybody else can.
 */
export const word: BigInt64Array = new BigInt64Array(1);

/** The same word, of amounts that have no sign. */
export const unsignedWord: BigUint64Array = new BigUint64Array(word.buffer);

/** Its halves: {@link lowHalf} and {@link highHalf}. */
export const halves: Int32Array = new Int32Array(word.buffer);

const isLowFirst = new Uint8Array(new Int32Array([1]).buffer)[0] === 1;

/** Where the lower half of the word stands. */
export const lowHalf: number = isLowFirst ? 0 : 1;

/** Where the upper half of the word stands. */
export const highHalf: number = 1 - lowHalf;

/** How many halves make one more in the upper half. */
export const halfWord = 0x1_0000_0000;
